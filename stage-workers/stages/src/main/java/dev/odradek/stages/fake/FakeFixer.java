package dev.odradek.stages.fake;

import dev.odradek.stages.web.Reply;
import dev.odradek.stages.web.Request;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;

/** Agents that mend code, as Cursor serves them at {@code POST /v0/agents}: an id that is taken is 409. */
public final class FakeFixer implements AutoCloseable {
    private final String key;
    private final Set<String> launched = new ConcurrentSkipListSet<>();
    private final FakeServer server;

    private FakeFixer(int port, String key) {
        this.key = key;
        this.server = FakeServer.start(port).on("POST", "/v0/agents", this::launch);
    }

    /** Port 0 takes any free one; whoever does not bear the key is refused. */
    public static FakeFixer start(int port, String key) {
        return new FakeFixer(port, key);
    }

    public String url() {
        return server.url();
    }

    /** For faults and counts. */
    public FakeServer server() {
        return server;
    }

    /** The ids of the agents that were launched; no id is launched twice. */
    public List<String> launched() {
        return List.copyOf(launched);
    }

    private Reply launch(Request request) {
        if (!request.header("authorization").equals("Bearer " + key)) {
            return Reply.error(401, "the key is not valid");
        }
        String id = request.json().path("id").asString("");
        return launched.add(id)
                ? Reply.json(201, Map.of("id", id, "status", "CREATING"))
                : Reply.error(409, "an agent of this id is there already");
    }

    @Override
    public void close() {
        server.close();
    }
}

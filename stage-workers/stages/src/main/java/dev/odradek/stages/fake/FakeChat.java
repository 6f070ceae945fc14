package dev.odradek.stages.fake;

import dev.odradek.stages.web.Reply;
import dev.odradek.stages.web.Request;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/** A chat as Slack serves it at {@code POST /api/chat.postMessage}: what it refuses, it refuses with 200. */
public final class FakeChat implements AutoCloseable {
    private final String token;
    private final List<String> messages = new CopyOnWriteArrayList<>();
    private final FakeServer server;

    private FakeChat(int port, String token) {
        this.token = token;
        this.server = FakeServer.start(port).onceOn("POST", "/api/chat.postMessage", this::say);
    }

    /** Port 0 takes any free one; whoever does not bear the token is refused. */
    public static FakeChat start(int port, String token) {
        return new FakeChat(port, token);
    }

    public String url() {
        return server.url();
    }

    /** For faults and counts. */
    public FakeServer server() {
        return server;
    }

    /** Every text that was said, in order. */
    public List<String> messages() {
        return List.copyOf(messages);
    }

    private Reply say(Request request) {
        if (!request.header("authorization").equals("Bearer " + token)) {
            return Reply.ok(Map.of("ok", false, "error", "invalid_auth"));
        }
        messages.add(request.json().path("text").asString(""));
        return Reply.ok(Map.of("ok", true, "ts", "1700000000." + String.format("%06d", messages.size())));
    }

    @Override
    public void close() {
        server.close();
    }
}

package dev.odradek.stages.fake;

import dev.odradek.stages.web.Reply;
import dev.odradek.stages.web.Request;
import dev.odradek.topics.format.Json;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;

/**
 * A model as Anthropic serves one at {@code POST /v1/messages}.
 *
 * <p>Unless it is told what to say, it first checks {@code main.baml} with the tool {@code baml}, and then reports one
 * finding, named after the prompt.
 */
public final class FakeModel implements AutoCloseable {
    private static final Map<Integer, String> ERROR_TYPES = Map.of(
            400, "invalid_request_error",
            401, "authentication_error",
            429, "rate_limit_error",
            500, "api_error",
            529, "overloaded_error");

    private final String key;
    private final AtomicInteger messages = new AtomicInteger();
    private final FakeServer server;
    private volatile Function<JsonNode, Says> mind = FakeModel::checksThenReports;

    /** What the model says in one turn: text or the use of a tool. */
    public record Says(String stopReason, Map<String, ?> block) {
        public static Says text(String text) {
            return new Says("end_turn", Map.of("type", "text", "text", text));
        }

        public static Says report(Map<String, ?> report) {
            return text(Json.mapper().writeValueAsString(report));
        }

        public static Says tool(String id, String name, Map<String, ?> input) {
            return new Says("tool_use", Map.of("type", "tool_use", "id", id, "name", name, "input", input));
        }
    }

    private FakeModel(int port, String key) {
        this.key = key;
        this.server = FakeServer.start(port, FakeModel::error).onceOn("POST", "/v1/messages", this::message);
    }

    /** Port 0 takes any free one; whoever does not bear the key is refused. */
    public static FakeModel start(int port, String key) {
        return new FakeModel(port, key);
    }

    /** What it says to a request's body from here on. */
    public void thinks(Function<JsonNode, Says> how) {
        mind = how;
    }

    public String url() {
        return server.url();
    }

    /** For faults and counts. */
    public FakeServer server() {
        return server;
    }

    private Reply message(Request request) {
        if (!request.header("x-api-key").equals(key)) {
            return error(401);
        }
        JsonNode asked = request.json();
        if (!asked.path("max_tokens").isNumber() || asked.path("messages").isEmpty()) {
            return error(400);
        }
        Says says = mind.apply(asked);
        return Reply.ok(Map.of(
                "id", "msg_" + messages.incrementAndGet(),
                "type", "message",
                "role", "assistant",
                "model", asked.path("model").asString(""),
                "content", List.of(says.block()),
                "stop_reason", says.stopReason(),
                "usage",
                        Map.of(
                                "input_tokens", 100,
                                "output_tokens", 20,
                                "cache_creation_input_tokens", 10,
                                "cache_read_input_tokens", 50)));
    }

    private static Says checksThenReports(JsonNode asked) {
        JsonNode conversation = asked.path("messages");
        String prompt = conversation.path(0).path("content").asString("");
        if (conversation.size() == 1) {
            return Says.tool("toolu_1", "baml", Map.of("args", List.of("check", "main.baml")));
        }
        return Says.report(Map.of(
                "self_report",
                true,
                "summary",
                "did: " + prompt,
                "what_went_well",
                "the tool answered",
                "what_failed",
                "nothing",
                "report_md",
                "# " + prompt,
                "findings",
                List.of(Map.of("kind", "language", "title", "about " + prompt, "detail", "", "call_index", 0)),
                "suggestions",
                List.of()));
    }

    private static Reply error(int status) {
        String type = ERROR_TYPES.getOrDefault(status, "api_error");
        return Reply.json(
                status, Map.of("type", "error", "error", Map.of("type", type, "message", "as the test wishes")));
    }

    @Override
    public void close() {
        server.close();
    }
}

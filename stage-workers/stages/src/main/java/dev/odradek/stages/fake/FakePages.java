package dev.odradek.stages.fake;

import dev.odradek.stages.web.Reply;
import dev.odradek.stages.web.Request;
import dev.odradek.topics.format.Json;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Pages in databases, as Notion serves them. */
public final class FakePages implements AutoCloseable {
    private final String token;
    private final ConcurrentMap<String, ObjectNode> pages = new ConcurrentHashMap<>();
    private final FakeServer server;

    private FakePages(int port, String token) {
        this.token = token;
        this.server = FakeServer.start(port)
                .onceOn("POST", "/v1/pages", this::create)
                .on("POST", "/v1/databases/{id}/query", this::query)
                .on("PATCH", "/v1/pages/{id}", this::write);
    }

    /** Port 0 takes any free one; whoever does not bear the token is refused. */
    public static FakePages start(int port, String token) {
        return new FakePages(port, token);
    }

    public String url() {
        return server.url();
    }

    /** For faults and counts. */
    public FakeServer server() {
        return server;
    }

    /** The ids of the pages that show this issue; more than one would be one too many. */
    public List<String> showing(String issueId) {
        return pages.values().stream()
                .filter(page -> shows(page, issueId))
                .map(page -> page.get("id").asString())
                .toList();
    }

    /** What a property of the issue's only page says; empty if there is no such page or property. */
    public String property(String issueId, String name) {
        return pages.values().stream()
                .filter(page -> shows(page, issueId))
                .map(page -> words(page.path("properties").path(name)))
                .findFirst()
                .orElse("");
    }

    private static boolean shows(JsonNode page, String issueId) {
        return words(page.path("properties").path("Issue")).equals(issueId);
    }

    private static String words(JsonNode property) {
        JsonNode content = property.path("rich_text").path(0).path("text").path("content");
        return content.isMissingNode() ? property.path("select").path("name").asString("") : content.asString("");
    }

    private Reply create(Request request) {
        return refusal(request).orElseGet(() -> {
            String id = UUID.randomUUID().toString();
            ObjectNode page =
                    Json.mapper().createObjectNode().put("object", "page").put("id", id);
            page.set("parent", request.json().path("parent"));
            page.set("properties", request.json().path("properties").deepCopy());
            pages.put(id, page);
            return Reply.ok(page);
        });
    }

    private Reply query(Request request) {
        return refusal(request).orElseGet(() -> {
            String issue = request.json()
                    .path("filter")
                    .path("rich_text")
                    .path("equals")
                    .asString("");
            List<ObjectNode> found = pages.values().stream()
                    .filter(page ->
                            page.path("parent").path("database_id").asString("").equals(request.part("id")))
                    .filter(page -> shows(page, issue))
                    .toList();
            return Reply.ok(Map.of("object", "list", "results", found, "has_more", false));
        });
    }

    private Reply write(Request request) {
        return refusal(request).orElseGet(() -> {
            ObjectNode page = pages.computeIfPresent(request.part("id"), (id, before) -> {
                ObjectNode after = before.deepCopy();
                ((ObjectNode) after.path("properties"))
                        .setAll((ObjectNode) request.json().path("properties"));
                return after;
            });
            return page == null ? Reply.error(404, "there is no such page") : Reply.ok(page);
        });
    }

    private Optional<Reply> refusal(Request request) {
        return request.header("authorization").equals("Bearer " + token)
                ? Optional.empty()
                : Optional.of(Reply.error(401, "the token is not valid"));
    }

    @Override
    public void close() {
        server.close();
    }
}

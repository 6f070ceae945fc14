package dev.odradek.ingest.item;

import static org.assertj.core.api.Assertions.assertThat;

import dev.odradek.ingest.Calls;
import dev.odradek.ingest.Calls.Reply;
import dev.odradek.ingest.IngestRig;
import dev.odradek.topics.route.Ids;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

class ItemsIT {
    private static final String NDJSON = "application/x-ndjson";
    private static final String YAML = "application/yaml";
    private static final String JSON = "application/json";

    @TempDir
    static Path dir;

    private static IngestRig rig;
    private static Calls http;

    @BeforeAll
    static void start() {
        rig = IngestRig.start(dir);
        http = rig.http();
        for (String name : new String[] {"ping", "review"}) {
            Reply put = http.send("PUT", "/v1/machines/" + name, IngestRig.read("/machines/" + name + ".yaml"), YAML);
            assertThat(put.status()).as(put.toString()).isEqualTo(200);
        }
    }

    @AfterAll
    static void stop() throws Exception {
        rig.close();
    }

    @Test
    @DisplayName("A59 a posted item is acknowledged with its id and is to be seen")
    void postedAndSeen() {
        Reply posted = http.post("/v1/items", """
                {"machine": "ping", "payload": {"price": 1.10, "gone": null}}""");

        assertThat(posted.status()).as(posted.toString()).isEqualTo(202);
        assertThat(posted.text("token")).matches("\\d+:\\d+");
        assertThat(posted.header("Location")).isEqualTo("/v1/items/" + posted.text("id"));
        JsonNode item = seen(posted.text("id"));
        assertThat(item.path("payload").toString()).isEqualTo("{\"price\":1.10}");
        assertThat(state(item, "status")).isEqualTo("queued");
    }

    @Test
    @DisplayName("the same Idempotency-Key is the same item, and other content under it a conflict")
    void idempotent() {
        Calls keyed = http.with("Idempotency-Key", "order-1", "Prefer", "wait");

        Reply first = keyed.post("/v1/items", "{\"machine\": \"ping\", \"payload\": {\"n\": 1}}");
        Reply again = keyed.post("/v1/items", "{\"machine\": \"ping\", \"payload\": {\"n\": 1}}");
        Reply other = keyed.post("/v1/items", "{\"machine\": \"ping\", \"payload\": {\"n\": 2}}");

        assertThat(first.status()).isEqualTo(201);
        assertThat(first.text("id")).isEqualTo(Ids.forKey(IngestRig.TENANT, "order-1"));
        assertThat(again.text("id")).isEqualTo(first.text("id"));
        assertThat(other.status()).isEqualTo(409);
        assertThat(other.code()).isEqualTo("conflict");
    }

    @Test
    @DisplayName("A32 a PATCH changes the payload and never an axis, whatever its fields are called")
    void patchMovesNothing() {
        String id = create("""
                {"machine": "review", "payload": {"title": "a", "kept": 1, "deep": {"a": 1}}}""");
        JsonNode before = item(id);

        Reply patched = http.send("PATCH", "/v1/items/" + id, """
                {"status": "done", "approval": "approved", "axes": {"status": {"state": "done"}},
                 "title": "b", "kept": null, "deep": {"b": 2}}""", JSON);
        Reply merge = http.send("PATCH", "/v1/items/" + id, "{\"title\": \"c\"}", "application/merge-patch+json");

        assertThat(patched.status()).as(patched.toString()).isEqualTo(200);
        assertThat(merge.status()).as(merge.toString()).isEqualTo(415);
        JsonNode after = item(id);
        assertThat(state(after, "status")).isEqualTo("queued");
        assertThat(state(after, "approval")).isEqualTo("open");
        for (String axis : new String[] {"status", "approval"}) {
            assertThat(state(after, axis)).isEqualTo(state(before, axis));
            assertThat(after.path("axes").path(axis).path("epoch"))
                    .isEqualTo(before.path("axes").path(axis).path("epoch"));
        }
        assertThat(after.path("payload").path("title").asString()).isEqualTo("b");
        assertThat(after.path("payload").path("status").asString()).isEqualTo("done");
        assertThat(after.path("payload").path("kept").asInt()).isEqualTo(1);
        assertThat(after.path("payload").path("deep")).hasToString("{\"b\":2}");

        String bare = create("{\"machine\": \"review\", \"payload\": [1]}");
        assertThat(http.send("PATCH", "/v1/items/" + bare, "{\"n\": 1}", JSON).status())
                .isEqualTo(200);
        assertThat(item(bare).path("payload")).hasToString("{\"n\":1}");
    }

    @Test
    @DisplayName("A59 a transition takes only edges that there are, and an ended axis stays")
    void transitions() {
        String id = create("{\"machine\": \"review\"}");
        String path = "/v1/items/" + id + "/transition";

        Reply illegal = http.post(path, "{\"axis\": \"approval\", \"to\": \"open\"}");
        Reply legal = http.post(path, "{\"axis\": \"approval\", \"to\": \"approved\", \"patch\": {\"by\": \"eve\"}}");
        Reply ended = http.post(path, "{\"axis\": \"approval\", \"to\": \"rejected\"}");

        assertThat(illegal.code()).as(illegal.toString()).isEqualTo("illegal_edge");
        assertThat(legal.status()).as(legal.toString()).isEqualTo(200);
        assertThat(ended.status()).as(ended.toString()).isEqualTo(409);
        assertThat(state(item(id), "approval")).isEqualTo("approved");
        assertThat(item(id).path("payload").path("by").asString()).isEqualTo("eve");
    }

    @Test
    @DisplayName("A59 DELETE ends an item and answers 204, also a second time; what is not there is 404")
    void deletes() {
        String id = create("{\"machine\": \"review\"}");

        assertThat(http.delete("/v1/items/" + id).status()).isEqualTo(204);
        assertThat(http.delete("/v1/items/" + id).status()).isEqualTo(204);
        assertThat(http.delete("/v1/items/nobody").code()).isEqualTo("not_found");
        assertThat(http.get("/v1/items/nobody").code()).isEqualTo("not_found");
        assertThat(state(item(id), "status")).isEqualTo("cancelled");
    }

    @Test
    @DisplayName("a cancelled item has ended, and cannot be requeued or cancelled again")
    void cancelled() {
        String id = create("{\"machine\": \"ping\"}");

        assertThat(http.post("/v1/items/" + id + "/cancel", "{\"reason\": \"a mistake\"}")
                        .status())
                .isEqualTo(200);
        assertThat(http.post("/v1/items/" + id + "/cancel").code()).isEqualTo("ended");
        assertThat(http.post("/v1/items/" + id + "/requeue").status()).isEqualTo(409);
    }

    @Test
    @DisplayName("an item with a partition key of its own is found by its id alone")
    void ownPartitionKey() {
        for (int n = 0; n < 4; n++) {
            String id = create("{\"machine\": \"ping\", \"partition_key\": \"customer-" + n + "\"}");

            Reply patched = http.send("PATCH", "/v1/items/" + id, "{\"n\": " + n + "}", "application/json");

            assertThat(patched.status()).as(patched.toString()).isEqualTo(200);
        }
    }

    @Test
    @DisplayName("while the reads are away, an item that must be looked up is 503, not 404; its partition key suffices")
    void readsAway() {
        String id = create("{\"machine\": \"ping\", \"partition_key\": \"customer-away\"}");
        rig.readsAway(true);
        try {
            Reply nobody = http.post("/v1/items/nobody/cancel");
            Reply named = http.send("PATCH", "/v1/items/" + id + "?partition_key=customer-away", "{}", JSON);
            Reply read = http.get("/v1/items/" + id);

            for (Reply away : List.of(nobody, read)) {
                assertThat(away.status()).as(away.toString()).isEqualTo(503);
                assertThat(away.code()).isEqualTo("no_read_model");
                assertThat(away.header("Retry-After")).matches("\\d+");
            }
            assertThat(nobody.text("detail")).contains("name the partition_key");
            assertThat(named.status()).as(named.toString()).isEqualTo(200);
            assertThat(http.post("/v1/queues/ping/pause").status())
                    .as("a queue can be stopped even so")
                    .isEqualTo(200);
            assertThat(http.post("/v1/queues/ping/resume").status()).isEqualTo(200);
        } finally {
            rig.readsAway(false);
        }
        assertThat(http.post("/v1/items/nobody/cancel").code()).isEqualTo("not_found");
    }

    @Test
    @DisplayName("an item with a start time waits for it")
    void delayed() {
        String id = create("{\"machine\": \"ping\", \"start_at\": \"2030-01-01T00:00:00+01:00\"}");

        assertThat(item(id).path("axes").path("status").path("wakeup").asString())
                .startsWith("starts on queue ping at 2029-12-31T23:00:00");
    }

    @Test
    @DisplayName("bulk takes every good line, and says of each bad one what is wrong with it")
    void bulk() {
        String good = IntStream.range(0, 2_000)
                .mapToObj(n ->
                        "{\"machine\":\"ping\",\"idempotency_key\":\"bulk-" + n + "\",\"payload\":{\"n\":" + n + "}}")
                .collect(Collectors.joining("\n"));
        String body = "{\"machine\":\"nowhere\"}\n\nno json\n" + good + "\n{\"machine\":\"ping\",\"colour\":1}\n"
                + "{\"machine\":\"ping\",\"payload\":\"" + "x".repeat(70_000) + "\"}\n{\"machine\":\"nowhere\"}";

        Reply reply = http.send("POST", "/v1/items/bulk", body, NDJSON);

        assertThat(reply.status()).as(reply.toString()).isEqualTo(200);
        assertThat(reply.json().path("accepted").asInt()).isEqualTo(2_000);
        assertThat(reply.json().path("refused_count").asInt()).isEqualTo(5);
        assertThat(reply.json()
                        .path("refused")
                        .valueStream()
                        .map(each -> each.path("line").asInt() + " "
                                + each.path("code").asString()))
                .containsExactlyInAnyOrder(
                        "1 unknown_machine",
                        "3 bad_request",
                        "2004 bad_request",
                        "2005 too_large",
                        "2006 unknown_machine");
        assertThat(reply.text("token")).matches("0:\\d+,1:\\d+");
        assertThat(http.send("POST", "/v1/items/bulk", "", NDJSON).body())
                .isEqualTo("{\"accepted\":0,\"refused\":[],\"refused_count\":0}");
        Reply keyed = http.with("Idempotency-Key", "one").send("POST", "/v1/items/bulk", good, NDJSON);
        assertThat(keyed.code()).isEqualTo("bad_request");
        assertThat(keyed.text("detail")).contains("idempotency_key into each line");
        assertThat(seen(Ids.forKey(IngestRig.TENANT, "bulk-1999"))
                        .path("payload")
                        .path("n")
                        .asInt())
                .isEqualTo(1_999);
    }

    @Test
    @DisplayName(
            "a machine is put as YAML or JSON, and gets the next version when it changes, also back to what it was")
    void machines() {
        String json = """
                {"machine": "lamp", "axes": {"status": {"initial": "on", "states": ["on", "off"], "terminal": ["off"],
                 "edges": {"on": ["off"]}}}}""";

        Reply first = http.send("PUT", "/v1/machines/lamp", json, "application/json");
        Reply again = http.send("PUT", "/v1/machines/lamp", json, "application/json");
        Reply second = http.send("PUT", "/v1/machines/lamp", json.replace("\"off\"]", "\"off\", \"broken\"]"), YAML);
        Reply back = http.send("PUT", "/v1/machines/lamp", json, "application/json");
        Reply elsewhere = http.send("PUT", "/v1/machines/candle", json, "application/json");

        assertThat(List.of(first, again, second, back))
                .allSatisfy(
                        reply -> assertThat(reply.status()).as(reply.toString()).isEqualTo(200))
                .extracting(reply -> reply.json().path("version").asInt())
                .containsExactly(1, 1, 2, 3);
        assertThat(elsewhere.code()).isEqualTo("bad_request");
        assertThat(http.get("/v1/machines").body()).contains("lamp");
    }

    @Test
    @DisplayName("a queue is paused and resumed; one that is not there is not found")
    void queues() {
        assertThat(http.post("/v1/queues/ping/pause", "{\"reason\": \"rest\"}").status())
                .isEqualTo(200);
        assertThat(http.post("/v1/queues/ping/pause").status()).isEqualTo(200);
        assertThat(http.post("/v1/queues/ping/resume").status()).isEqualTo(200);
        assertThat(http.post("/v1/queues/pong/pause").code()).isEqualTo("not_found");
        assertThat(http.post("/v1/queues/pong/resume").code()).isEqualTo("not_found");
    }

    @Test
    @DisplayName("reap says how many leases were taken back")
    void reaps() {
        assertThat(http.post("/v1/reap").body()).isEqualTo("{\"reaped\":0}");
    }

    private static String create(String body) {
        Reply created = http.with("Prefer", "wait").post("/v1/items", body);
        assertThat(created.status()).as(created.toString()).isEqualTo(201);
        return created.text("id");
    }

    private static JsonNode item(String id) {
        return http.get("/v1/items/" + id).json();
    }

    private static JsonNode seen(String id) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(60))
                .until(() -> http.get("/v1/items/" + id).status() == 200);
        return item(id);
    }

    private static String state(JsonNode item, String axis) {
        return item.path("axes").path(axis).path("status").asString();
    }
}

package dev.odradek.ingest.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.odradek.ingest.Calls;
import dev.odradek.ingest.Calls.Reply;
import dev.odradek.ingest.IngestRig;
import dev.odradek.ingest.IngestService;
import dev.odradek.ingest.LogTrap;
import java.io.ByteArrayInputStream;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What clients are told when they do something wrong. */
class ErrorsIT {
    private static final String JSON = "application/json";

    @TempDir
    static Path dir;

    private static IngestRig rig;
    private static Calls http;

    @BeforeAll
    static void start() {
        rig = IngestRig.start(dir);
        rig.define("ping.yaml");
        rig.define("review.yaml");
        http = rig.http();
    }

    @AfterAll
    static void stop() throws Exception {
        rig.close();
    }

    @ParameterizedTest(name = "bad_request: {0}")
    @CsvSource(
            delimiter = '|',
            value = {
                "malformed JSON      | {\"machine\": \"ping\"          | line 1",
                "no JSON             | machine=ping                  | line 1",
                "a wrong type        | {\"machine\": 7}              | machine",
                "an unknown field    | {\"machine\": \"ping\", \"colour\": \"red\"} | colour",
                "a fraction          | {\"machine\": \"ping\", \"delay_ms\": 1.5}   | delay_ms",
                "a negative delay    | {\"machine\": \"ping\", \"delay_ms\": -1}    | delay_ms",
                "too long a delay    | {\"machine\": \"ping\", \"delay_ms\": 9223372036854775807} | delay_ms must be",
                "a time that is none | {\"machine\": \"ping\", \"start_at\": \"noon\"} | start_at",
                "nothing             | {}                            | machine",
                "an array            | []                            | must be an object",
                "null                | null                          | body",
                "two values          | {\"machine\": \"ping\"} {}    | after the value",
            })
    void badRequest(String what, String body, String hint) {
        Reply reply = http.post("/v1/items", body);

        assertProblem(reply, 400, "bad_request");
        assertThat(reply.text("detail")).contains(hint).doesNotContain("dev.odradek", "tools.jackson");
    }

    @Test
    @DisplayName("not_found, method_not_allowed and unsupported_media_type say what there is instead")
    void notServed() {
        assertProblem(http.get("/v1/item"), 404, "not_found");
        Reply method = http.delete("/v1/items");
        assertProblem(method, 405, "method_not_allowed");
        assertThat(method.header("Allow")).contains("GET", "POST");
        Reply form = http.send("POST", "/v1/items", "machine=ping", "application/x-www-form-urlencoded");
        assertProblem(form, 415, "unsupported_media_type");
        assertThat(form.text("detail")).contains("application/json");
        assertProblem(http.send("POST", "/v1/items/bulk", "a", "text/html"), 415, "unsupported_media_type");
        assertProblem(http.send("POST", "/v1/items", "{}", "no type"), 415, "unsupported_media_type");
        for (String path : new String[] {"/v1/items", "/v1/items/bulk", "/v1/queues/ping/claim"}) {
            Reply latin = http.send("POST", path, "{}", "application/json; charset=latin1");
            assertProblem(latin, 415, "unsupported_media_type");
            assertThat(latin.text("detail")).contains("UTF-8");
        }
    }

    @ParameterizedTest(name = "{0}")
    @DisplayName("what is refused before a page of the console is reached is a problem document as well")
    @ValueSource(strings = {"/", "/;jsessionid=1", "/console", "/console/", "/console/index.html", "/tasks/1"})
    void pages(String path) {
        Reply latin = http.send("GET", path, "{}", "application/json; charset=latin1");

        assertProblem(latin, 415, "unsupported_media_type");
        assertThat(latin.text("detail")).contains("UTF-8");
    }

    @Test
    @DisplayName("what is done is answered in JSON, and what has a type of its own in that, whatever Accept says")
    void acceptIsNotLookedAt() {
        for (String accept : new String[] {"text/html", "text/plain", "application/yaml", "///"}) {
            Calls picky = http.with("Accept", accept);
            Reply posted = picky.with("Prefer", "wait")
                    .send("POST", "/v1/items", "{\"machine\": \"ping\"}", "application/json; charset=UTF-8");
            Reply cancelled = picky.post("/v1/items/" + posted.text("id") + "/cancel");

            assertThat(posted.status()).as(posted.toString()).isEqualTo(201);
            assertThat(cancelled.status()).as(cancelled.toString()).isEqualTo(200);
            assertThat(posted.header("Content-Type")).isEqualTo(JSON);
            assertThat(cancelled.header("Content-Type")).isEqualTo(JSON);
            assertThat(picky.get("/metrics").header("Content-Type")).startsWith("text/plain;version=0.0.4");
            assertProblem(picky.get("/v1/item"), 404, "not_found");
        }
    }

    @Test
    @DisplayName("OPTIONS tells which methods a route has, and opens none")
    void options() {
        Reply items = http.with("Origin", "https://example.org").send("OPTIONS", "/v1/items", "", JSON);

        assertThat(items.status()).as(items.toString()).isEqualTo(200);
        assertThat(items.header("Allow")).contains("GET", "POST").doesNotContain("DELETE");
        assertThat(items.body()).isEmpty();
        assertProblem(http.send("OPTIONS", "/v1/item", "", JSON), 404, "not_found");
    }

    @Test
    @DisplayName("X12 a body above the limit is too_large, whether or not it says how long it is")
    void tooLarge() {
        byte[] body = ("{\"machine\": \"ping\", \"payload\": \"" + "x".repeat(3 << 20) + "\"}").getBytes();

        Reply told = http.send(
                http.request("/v1/items").header("Content-Type", JSON).POST(BodyPublishers.ofByteArray(body)));
        Reply chunked = http.send(http.request("/v1/items")
                .header("Content-Type", JSON)
                .POST(BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(body))));
        Reply command = http.post("/v1/items", "{\"machine\": \"ping\", \"payload\": \"" + "x".repeat(70_000) + "\"}");

        for (Reply reply : new Reply[] {told, chunked, command}) {
            assertProblem(reply, 413, "too_large");
        }
        assertThat(told.text("detail")).contains("/v1/artifacts");
    }

    @Test
    @DisplayName("unknown_machine and bad_definition, which names every fault and its path")
    void unprocessable() {
        Reply unknown = http.post("/v1/items", "{\"machine\": \"nowhere\"}");
        assertProblem(unknown, 422, "unknown_machine");
        assertThat(unknown.text("detail")).contains("put its definition first").doesNotContain("apply");

        Reply bad = http.send("PUT", "/v1/machines/bad", """
                machine: bad
                axes:
                  status:
                    initial: nowhere
                    states: [a, b]
                    colour: red
                """, "application/yaml");

        assertProblem(bad, 422, "bad_definition");
        assertThat(bad.json()
                        .path("faults")
                        .valueStream()
                        .map(fault -> fault.path("path").asString()))
                .contains("axes.status.initial", "axes.status.colour");
        assertProblem(http.send("PUT", "/v1/machines/bad", "a: [", "application/yaml"), 422, "bad_definition");
        assertProblem(
                http.send(
                        "PUT",
                        "/v1/machines/ping",
                        IngestRig.read("/machines/ping.yaml").replace("max_attempts: 3", "lease: 10ms"),
                        "application/yaml"),
                422,
                "bad_definition");
    }

    @Test
    @DisplayName("held, ended, illegal_edge, conflict and stale_claim say why, and who holds it")
    void refusals() {
        Calls waiting = http.with("Prefer", "wait");
        String id = waiting.post("/v1/items", "{\"machine\": \"review\"}").text("id");
        String claim = http.post("/v1/queues/review-work/claim", "{\"worker\": \"w-1\", \"wait_ms\": 20000}")
                .text("claim");

        Reply held = http.post("/v1/items/" + id + "/requeue");
        assertProblem(held, 409, "held");
        assertThat(held.text("holder")).isEqualTo("w-1");
        assertProblem(
                http.post("/v1/items/" + id + "/transition", "{\"axis\": \"approval\", \"to\": \"nowhere\"}"),
                409,
                "illegal_edge");
        assertProblem(http.post("/v1/items/" + id + "/requeue", "{\"axis\": \"colour\"}"), 400, "bad_request");
        assertThat(http.post("/v1/items/" + id + "/cancel").status()).isEqualTo(200);
        assertProblem(http.post("/v1/items/" + id + "/cancel"), 409, "ended");
        assertProblem(http.post("/v1/claims/" + claim + "/complete", "{}"), 409, "stale_claim");

        Calls keyed = waiting.with("Idempotency-Key", "the-same");
        keyed.post("/v1/items", "{\"machine\": \"ping\"}");
        assertProblem(keyed.post("/v1/items", "{\"machine\": \"ping\", \"payload\": {\"n\": 1}}"), 409, "conflict");
    }

    @Test
    @DisplayName("no_read_model: what cannot be read now is to be asked again")
    void noReadModel() {
        Reply reply = http.get("/v1/queues");

        assertProblem(reply, 503, "no_read_model");
        assertThat(reply.header("Retry-After")).isNotEmpty();
    }

    @Test
    @DisplayName("internal: what nobody foresaw is told without what is in it, and the log has all of it")
    void internal() {
        rig.scrapesFail(new IllegalArgumentException("insides of /etc/odradek"));
        Reply reply;
        String logged;
        try (LogTrap logs = LogTrap.open()) {
            reply = http.get("/metrics");
            logged = logs.text();
        } finally {
            rig.scrapesFail(null);
        }

        assertProblem(reply, 500, "internal");
        assertThat(reply.body()).doesNotContain("insides", "/etc", "IllegalArgument", "\tat ", "dev.odradek", ".java");
        assertThat(logged)
                .contains("a request failed", "IllegalArgumentException: insides of /etc/odradek", "at dev.odradek");
        assertThat(http.get("/metrics").status()).isEqualTo(200);
    }

    @Test
    @DisplayName("store_away: an object store that does not answer is to be asked again")
    void storeAway() {
        IngestService ingest = rig.anotherIngest(Map.of(
                "odradek.artifacts.dir", dir.resolve("artifacts").toString(),
                "odradek.artifacts.s3.bucket", "nowhere",
                "odradek.artifacts.s3.endpoint", "http://127.0.0.1:1",
                "odradek.artifacts.s3.access-key", "key",
                "odradek.artifacts.s3.secret-key", "secret"));

        Reply reply = new Calls(ingest.url()).send("PUT", "/v1/artifacts", "bytes", "application/octet-stream");

        assertProblem(reply, 503, "store_away");
        assertThat(reply.header("Retry-After")).matches("\\d+");
    }

    private static void assertProblem(Reply reply, int status, String code) {
        assertThat(reply.status()).as(reply.toString()).isEqualTo(status);
        assertThat(reply.header("Content-Type")).isEqualTo("application/problem+json");
        assertThat(reply.code()).as(reply.toString()).isEqualTo(code);
        assertThat(reply.text("type")).isEqualTo("urn:odradek:problem:" + code);
        assertThat(reply.json().path("status").asInt()).isEqualTo(status);
        assertThat(reply.text("title")).isNotBlank();
        assertThat(reply.text("detail")).endsWith(".").doesNotContain("\n", "Exception");
    }
}

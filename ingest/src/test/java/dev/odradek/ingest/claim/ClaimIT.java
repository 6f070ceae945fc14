package dev.odradek.ingest.claim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.odradek.ingest.Calls;
import dev.odradek.ingest.IngestRig;
import dev.odradek.ingest.IngestService;
import dev.odradek.ingest.LogTrap;
import dev.odradek.topics.route.Ids;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

class ClaimIT {
    @TempDir
    static Path dir;

    private static IngestRig rig;
    private static Poster poster;
    private static IngestService lively;

    @BeforeAll
    static void start() {
        rig = IngestRig.start(dir);
        rig.define("ping.yaml");
        rig.define("report.yaml");
        poster = new Poster(rig.connection());
        lively = rig.anotherIngest(
                Map.of("odradek.ingest.stream-comment", "200ms", "odradek.ingest.board-offers", "10"));
    }

    @AfterAll
    static void stop() throws Exception {
        poster.close();
        rig.close();
    }

    @Test
    @DisplayName("what nothing has answered within the limit is answered 503 no_answer and logged; streams go on")
    void limited() throws Exception {
        IngestService hasty = rig.anotherIngest(
                Map.of("odradek.ingest.answer-limit", "500ms", "odradek.ingest.stream-comment", "100ms"));
        Calls http = new Calls(hasty.url());
        Calls.Reply reply;
        try (CountEvents stream = new CountEvents(http, "nowhere")) {
            try (LogTrap logs = LogTrap.open()) {
                reply = http.post("/v1/queues/nowhere/claim", "{\"worker\": \"w\", \"wait_ms\": 20000}");
                // It is logged while the answer is on its way.
                await().until(() -> logs.text().contains("POST /v1/queues/nowhere/claim was not answered"));
            }
            assertThat(stream.awaitComment(10_000)).startsWith(":");
        }

        assertThat(reply.status()).as(reply.toString()).isEqualTo(503);
        assertThat(reply.code()).isEqualTo("no_answer");
        assertThat(reply.header("Retry-After")).matches("\\d+");
    }

    @Test
    @DisplayName("A5 a claim moves, names and returns the item in one step; with nothing there it is null")
    void claims() {
        HttpWorker worker = new HttpWorker(rig.http(), "w1", "");
        Calls.Reply nothing = rig.http().post("/v1/queues/fetch/claim", "{\"worker\": \"w1\"}");
        assertThat(nothing.status()).isEqualTo(200);
        assertThat(nothing.body()).isEqualTo("null");

        String id = poster.post("report", "{\"source\": \"here\", \"nothing\": null}");
        JsonNode claim = worker.claim("fetch", 5_000).orElseThrow();

        assertThat(claim.at("/item/id").asString()).isEqualTo(id);
        assertThat(claim.at("/item/machine").asString()).isEqualTo("report");
        assertThat(claim.at("/item/axis").asString()).isEqualTo("status");
        assertThat(claim.at("/item/queue").asString()).isEqualTo("fetch");
        assertThat(claim.at("/item/attempt").asInt()).isEqualTo(1);
        assertThat(claim.at("/item/payload/source").asString()).isEqualTo("here");
        assertThat(claim.at("/item/payload/nothing").isNull()).isTrue();
        assertThat(claim.path("lease_ms").asLong()).isEqualTo(1_800_000);
        JsonNode axis = rig.http().get("/v1/items/" + id).json().at("/axes/status");
        assertThat(axis.path("status").asString()).isEqualTo("fetching");
        assertThat(axis.path("claimed_by").asString()).isEqualTo("w1");
        assertThat(worker.claim("fetch", 0)).isEmpty();
        assertThat(worker.complete(claim).status()).isEqualTo(200);
        assertThat(worker.complete(claim).status()).as("said again").isEqualTo(200);
        assertThat(worker.claim("summarise", 5_000).orElseThrow().at("/item/id").asString())
                .isEqualTo(id);
    }

    @Test
    @DisplayName("A6 of fifty who claim one item over HTTP one gets it, and the others nothing")
    void fiftyClaimers() throws Exception {
        String id = poster.post("ping", "{}");
        ExecutorService threads = Executors.newFixedThreadPool(50);
        try {
            List<CompletableFuture<Optional<JsonNode>>> all = IntStream.range(0, 50)
                    .mapToObj(n -> CompletableFuture.supplyAsync(
                            () -> new HttpWorker(rig.http(), "c" + n, "").claim("ping", 500), threads))
                    .toList();
            List<JsonNode> won =
                    all.stream().flatMap(each -> each.join().stream()).toList();

            assertThat(won)
                    .singleElement()
                    .satisfies(
                            claim -> assertThat(claim.at("/item/id").asString()).isEqualTo(id));
        } finally {
            threads.shutdown();
        }
    }

    @Test
    void aQueueThatIsNotThereIsEmptyAndIsPickedUpOnceItIs() {
        HttpWorker worker = new HttpWorker(rig.http(), "w2", "");
        assertThat(worker.claim("later", 0)).isEmpty();

        poster.define(rig, "later", "");
        String id = poster.post("later", "{}");

        assertThat(worker.claim("later", 10_000).orElseThrow().at("/item/id").asString())
                .isEqualTo(id);
    }

    @Test
    @DisplayName("A12 the count is pushed at once and on every change, so that work starts without a poll")
    void counts() throws Exception {
        poster.define(rig, "pushed", "");
        HttpWorker worker = new HttpWorker(rig.http(), "w3", "");
        try (CountEvents events = new CountEvents(rig.http(), "pushed")) {
            assertThat(events.contentType()).startsWith("text/event-stream");
            assertThat(events.line(5_000)).isEqualTo("data: {\"count\": 0}");

            List<Long> waits = new ArrayList<>();
            for (int each = 0; each < 5; each++) {
                long posted = System.nanoTime();
                String id = poster.post("pushed", "{}");
                events.await(count -> count == 1, 20_000);
                JsonNode claim = worker.claim("pushed", 0).orElseThrow();
                waits.add(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - posted));
                assertThat(claim.at("/item/id").asString()).isEqualTo(id);
                events.await(count -> count == 0, 20_000);

                assertThat(worker.say(claim, "release", "").status()).isEqualTo(200);
                events.await(count -> count == 1, 20_000);
                assertThat(worker.complete(worker.claim("pushed", 0).orElseThrow())
                                .status())
                        .isEqualTo(200);
                events.await(count -> count == 0, 20_000);
            }
            // Nobody polls here; a busy machine may stall a single one.
            assertThat(waits.stream().sorted().toList().get(2))
                    .as("%s ms", waits)
                    .isLessThan(1_000);
        }
    }

    @Test
    void aStreamSaysNowAndThenThatItIsAlive() throws Exception {
        try (CountEvents events = new CountEvents(new Calls(lively.url()), "nobody-asks")) {
            assertThat(events.line(5_000)).isEqualTo("data: {\"count\": 0}");
            String line = events.line(5_000);
            while (!line.startsWith(":")) {
                line = events.line(5_000);
            }
            assertThat(line).isEqualTo(": still here");
        }
    }

    @Test
    @DisplayName("a backlog longer than the board hides no other tenant's work, and is handed out to its end")
    void aLongBacklog() throws Exception {
        poster.define(rig, "narrow", "");
        Calls guest = new Calls(lively.url(), "Odradek-Tenant", "globex");
        Calls.Reply put = guest.send("PUT", "/v1/machines/narrow", Poster.yaml("narrow", ""), "application/yaml");
        assertThat(put.status()).as("%s", put).isEqualTo(200);
        HttpWorker worker = new HttpWorker(new Calls(lively.url()), "w6", "");
        List<String> posted = poster.postMany("narrow", 60);
        Set<String> claimed = new HashSet<>();
        claimed.add(worker.claim("narrow", 5_000).orElseThrow().at("/item/id").asString());

        String guests = poster.post("globex", "narrow", "{}");
        JsonNode found = new HttpWorker(guest, "w7", "").claim("narrow", 5_000).orElseThrow();
        assertThat(found.at("/item/id").asString()).isEqualTo(guests);

        for (int i = 0; i < 60 && claimed.size() < 60; i++) {
            worker.claimMany("narrow", 7, 2_000)
                    .forEach(each -> claimed.add(each.at("/item/id").asString()));
        }
        assertThat(claimed).containsExactlyInAnyOrderElementsOf(posted);
        assertThat(worker.claim("narrow", 0)).isEmpty();
    }

    @Test
    @DisplayName("a backlog on one axis that is longer than the board hides no work on another axis of the same queue")
    void aLongAxis() {
        poster.define(rig, "twofold", "");
        rig.defineYaml(Poster.yaml("twofold", "")
                .replace("machine: twofold", "machine: synced")
                .replace("status:", "sync:"));
        HttpWorker worker = new HttpWorker(new Calls(lively.url()), "w8", "");
        poster.postMany("twofold", 40);
        String synced = poster.post("synced", "{}");

        JsonNode found =
                lively("/v1/queues/twofold/claim", "{\"worker\": \"w8\", \"axis\": \"sync\", \"wait_ms\": 20000}");

        assertThat(found.at("/item/id").asString()).isEqualTo(synced);
        assertThat(found.at("/item/axis").asString()).isEqualTo("sync");
        assertThat(worker.claim("twofold", 5_000)).isPresent();
    }

    private static JsonNode lively(String path, String body) {
        Calls.Reply reply = new Calls(lively.url()).post(path, body);
        assertThat(reply.status()).as("%s", reply).isEqualTo(200);
        return reply.json();
    }

    @Test
    void aBatchIsAsManyAsThereAreUpToWhatWasAskedFor() {
        poster.define(rig, "batch", "");
        HttpWorker worker = new HttpWorker(rig.http(), "w4", "");
        poster.postMany("batch", 5);
        Set<String> ids = new HashSet<>();
        for (int i = 0; i < 5 && ids.size() < 5; i++) {
            JsonNode claims = worker.claimMany("batch", 3, 2_000);
            assertThat(claims.size()).isLessThanOrEqualTo(3);
            claims.forEach(each -> ids.add(each.at("/item/id").asString()));
        }

        assertThat(ids).hasSize(5);
        assertThat(worker.claimMany("batch", 3, 0)).isEmpty();
    }

    @Test
    void whatFailsComesBackAndWhatSpawnsComesWithTheCompletion() {
        poster.define(rig, "tries", ", max_attempts: 3");
        poster.define(rig, "spawned", "");
        HttpWorker worker = new HttpWorker(rig.http(), "w5", "");
        String id = poster.post("tries", "{}");

        JsonNode first = worker.claim("tries", 5_000).orElseThrow();
        assertThat(worker.say(first, "fail", "{\"kind\": \"retry\", \"retry_after_ms\": " + Long.MAX_VALUE + "}")
                        .text("detail"))
                .contains("retry_after_ms must be from 0 to 315619200000 ms");
        Calls.Reply failed =
                worker.say(first, "fail", "{\"kind\": \"retry\", \"error\": \"no\", \"retry_after_ms\": 0}");
        assertThat(failed.status()).as("%s", failed).isEqualTo(200);
        JsonNode second = worker.claim("tries", 5_000).orElseThrow();
        assertThat(second.at("/item/id").asString()).isEqualTo(id);
        assertThat(second.at("/item/attempt").asInt()).isEqualTo(2);

        Calls.Reply done = worker.say(
                second,
                "complete",
                "{\"patch\": {\"seen\": true}, \"spawn\": [{\"machine\": \"spawned\", \"payload\": {\"n\": 1}}]}");
        assertThat(done.status()).as("%s", done).isEqualTo(200);
        assertThat(done.text("token")).matches("\\d+:\\d+");
        assertThat(worker.claim("spawned", 5_000)
                        .orElseThrow()
                        .at("/item/payload/n")
                        .asInt())
                .isEqualTo(1);
        assertThat(worker.say(first, "complete", "{}").code()).isEqualTo("stale_claim");
    }

    @Test
    @DisplayName("items that go by one id on different partitions are all given out, each by itself")
    void namesakes() {
        poster.define(rig, "namesakes", "");
        poster.postEverywhere("namesakes", "twin");
        HttpWorker worker = new HttpWorker(rig.http(), "w6", "");

        Set<String> keys = new HashSet<>();
        for (int i = 0; i < rig.connection().plan().partitions(); i++) {
            JsonNode claim = worker.claim("namesakes", 5_000).orElseThrow();
            assertThat(claim.at("/item/id").asString()).isEqualTo("twin");
            keys.add(claim.at("/item/partition_key").asString());
            assertThat(worker.complete(claim).status()).isEqualTo(200);
        }

        assertThat(keys).hasSize(rig.connection().plan().partitions());
        assertThat(worker.claim("namesakes", 0)).isEmpty();
    }

    @Test
    @DisplayName("what several items spawn with one idempotency key is one item, wherever they lie")
    void spawnedOnce() {
        poster.define(rig, "parents", "");
        poster.define(rig, "child", "");
        poster.postEverywhere("parents", "parent");
        HttpWorker worker = new HttpWorker(rig.http(), "w7", "");
        for (int i = 0; i < rig.connection().plan().partitions(); i++) {
            JsonNode parent = worker.claim("parents", 5_000).orElseThrow();
            String spawn = "{\"spawn\": [{\"machine\": \"child\", \"idempotency_key\": \"shared\"}]}";
            assertThat(worker.say(parent, "complete", spawn).status()).isEqualTo(200);
        }

        JsonNode child = worker.claim("child", 5_000).orElseThrow();
        assertThat(child.at("/item/id").asString()).isEqualTo(Ids.forKey(IngestRig.TENANT, "shared"));
        assertThat(worker.claim("child", 1_000)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/v1/queues/ping/claim|{}|400|bad_request",
                "/v1/queues/ping/claim|{\"worker\": \"\"}|400|bad_request",
                "/v1/queues/ping/claim|{\"worker\": \"a/b\"}|400|bad_request",
                "/v1/queues/ping/claim|{\"worker\": \"w\", \"max\": 0}|400|bad_request",
                "/v1/queues/ping/claim|{\"worker\": \"w\", \"max\": 101}|400|bad_request",
                "/v1/queues/ping/claim|{\"worker\": \"w\", \"wait_ms\": 30001}|400|bad_request",
                "/v1/queues/ping/claim|{\"worker\": \"w\", \"colour\": 1}|400|bad_request",
                "/v1/queues/p%20ng/claim|{\"worker\": \"w\"}|400|bad_request",
                "/v1/claims/nonsense/complete|{}|404|not_found",
                "/v1/claims/nonsense/heartbeat|{}|404|not_found",
                "/v1/workers/w/beat|{}|400|bad_request",
                "/v1/workers/w/beat|{\"incarnation\": \"i\", \"state\": \"asleep\"}|400|bad_request",
                "/v1/workers/w/beat|{\"incarnation\": \"i\", \"current\": [\"nonsense\"]}|404|not_found"
            })
    void whatCannotBeUnderstoodIsSaidSo(String path, String body, int status, String code) {
        Calls.Reply reply = rig.http().post(path, body);

        assertThat(reply.status()).as("%s", reply).isEqualTo(status);
        assertThat(reply.code()).isEqualTo(code);
    }
}

package dev.odradek.ingest.claim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.odradek.ingest.Calls;
import dev.odradek.ingest.IngestRig;
import dev.odradek.ingest.IngestService;
import dev.odradek.topics.event.Heartbeat.Held;
import dev.odradek.topics.event.Heartbeat.Presence;
import dev.odradek.topics.event.HeartbeatRecord;
import dev.odradek.topics.format.Formats;
import dev.odradek.topics.format.Json;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import tools.jackson.databind.JsonNode;

class PresenceIT {
    @TempDir
    static Path dir;

    private static IngestRig rig;
    private static Poster poster;
    private static IngestService other;

    @BeforeAll
    static void start() {
        rig = IngestRig.start(dir);
        poster = new Poster(rig.connection());
        poster.define(rig, "watched", "");
        poster.define(rig, "seen", "");
        poster.define(rig, "lost", "");
        poster.define(rig, "short", ", lease: 3s");
        other = rig.anotherIngest(Map.of());
    }

    @AfterAll
    static void stop() throws Exception {
        poster.close();
        rig.close();
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    @DisplayName("A23 whoever was taken for gone and comes back late is refused, and hears who holds its item now")
    void lateWorker() throws Exception {
        HttpWorker first = new HttpWorker(rig.http(), "first", "life-1");
        HttpWorker second = new HttpWorker(new Calls(other.url()), "second", "life-2");
        String id = poster.post("watched", "{}");
        JsonNode claim = first.claim("watched", 5_000).orElseThrow();
        // It is heard for longer than anybody is patient with the silent.
        await().pollInterval(Duration.ofMillis(500))
                .during(Duration.ofSeconds(9))
                .atMost(Duration.ofSeconds(20))
                .until(() -> first.beat("builder", claim).status() == 204
                        && first.say(claim, "heartbeat", "{\"progress\": 0.5}").status() == 204);

        CountEvents told = new CountEvents(rig.http(), "watched", "?worker=first");
        long silent = System.nanoTime();
        CompletableFuture<JsonNode> next = CompletableFuture.supplyAsync(
                () -> second.claim("watched", 30_000).orElseThrow());
        JsonNode taken = next.get(30, TimeUnit.SECONDS);
        Duration took = Duration.ofNanos(System.nanoTime() - silent);

        assertThat(told.awaitLost(5_000)).isEqualTo(claim.path("claim").asString());
        assertThat(took).as("8 s of silence").isBetween(Duration.ofSeconds(6), Duration.ofSeconds(20));
        assertThat(taken.at("/item/id").asString()).isEqualTo(id);
        assertThat(taken.at("/item/attempt").asInt()).isEqualTo(2);
        for (String what : List.of("heartbeat", "complete", "release")) {
            Calls.Reply late = first.say(claim, what, "{}");
            assertThat(late.status()).as("%s: %s", what, late).isEqualTo(409);
            assertThat(late.code()).isEqualTo("stale_claim");
            assertThat(late.text("holder")).isEqualTo("second");
        }
        assertThat(second.complete(taken).status()).isEqualTo(200);
        told.close();
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    @DisplayName("A61 who works, on what and since when is to be seen at every instance, Kafka's own workers too")
    void workers() throws Exception {
        HttpWorker worker = new HttpWorker(rig.http(), "seen-1", "life-3");
        String id = poster.post("seen", "{}");
        JsonNode claim = worker.claim("seen", 5_000).orElseThrow();
        assertThat(claim.path("silence_ms").asLong()).isEqualTo(8_000);
        assertThat(worker.beat("builder", claim).status()).isEqualTo(204);
        sayNatively("fetcher-host-17-00ff00", "item-7");

        for (String url : List.of(rig.url(), other.url())) {
            await().atMost(Duration.ofSeconds(10)).untilAsserted(() -> {
                JsonNode seen = worker(url, "seen-1");
                assertThat(seen.path("role").asString()).isEqualTo("builder");
                assertThat(seen.path("state").asString()).isEqualTo("busy");
                assertThat(seen.at("/current_items/0/id").asString()).isEqualTo(id);
                assertThat(seen.path("last_seen").asLong()).isPositive();
                JsonNode ours = worker(url, "fetcher-host-17-00ff00");
                assertThat(ours.path("role").asString()).isEqualTo("fetcher");
                assertThat(ours.at("/current_items/0/id").asString()).isEqualTo("item-7");
            });
        }
        assertThat(worker.complete(claim).status()).isEqualTo(200);
        await().atMost(Duration.ofSeconds(10))
                .pollInterval(Duration.ofMillis(500))
                .untilAsserted(() -> {
                    worker.beat("builder");
                    assertThat(worker(other.url(), "seen-1").path("state").asString())
                            .isEqualTo("idle");
                });
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void aClaimWithoutAnIncarnationLivesByItsLeaseAndItsOwnHeartbeats() {
        HttpWorker worker = new HttpWorker(rig.http(), "quiet", "");
        poster.post("short", "{}");
        JsonNode claim = worker.claim("short", 5_000).orElseThrow();
        assertThat(claim.path("silence_ms").isMissingNode()).isTrue();
        HttpWorker forger = new HttpWorker(rig.http(), "quiet", "life-5");
        assertThat(forger.beat("forger", withEpoch(claim, Long.MAX_VALUE)).status())
                .as("what was never granted renews nothing, and stands in nobody's way")
                .isEqualTo(204);

        await().pollInterval(Duration.ofMillis(500))
                .during(Duration.ofSeconds(5))
                .atMost(Duration.ofSeconds(15))
                .until(() -> worker.say(claim, "heartbeat", "").status() == 204);

        JsonNode again = worker.claim("short", 30_000).orElseThrow();
        assertThat(again.path("epoch").asLong()).isEqualTo(claim.path("epoch").asLong() + 1);
        assertThat(worker.say(claim, "heartbeat", "").code()).isEqualTo("stale_claim");
        assertThat(worker.complete(again).status()).isEqualTo(200);
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void whatAWorkerWasGrantedButNeverHeardOfIsGivenBack() {
        HttpWorker deaf = new HttpWorker(rig.http(), "deaf", "life-4");
        HttpWorker next = new HttpWorker(rig.http(), "next", "");
        String id = poster.post("lost", "{}");
        assertThat(deaf.claim("lost", 5_000)).isPresent();

        await().pollInterval(Duration.ofMillis(500))
                .atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> {
                    assertThat(deaf.beat("builder").status()).isEqualTo(204);
                    JsonNode claim = next.claim("lost", 0).orElseThrow(() -> new AssertionError("not given back yet"));
                    assertThat(claim.at("/item/id").asString()).isEqualTo(id);
                    assertThat(claim.at("/item/attempt").asInt())
                            .as("no attempt is lost")
                            .isEqualTo(1);
                });
    }

    private static JsonNode withEpoch(JsonNode claim, long epoch) {
        byte[] text = Base64.getUrlDecoder().decode(claim.path("claim").asString());
        byte[] forged = new String(text, StandardCharsets.UTF_8)
                .replaceFirst("\"e\":\\d+", "\"e\":" + epoch)
                .getBytes(StandardCharsets.UTF_8);
        assertThat(forged).isNotEqualTo(text);
        return Json.mapper()
                .createObjectNode()
                .put("claim", Base64.getUrlEncoder().withoutPadding().encodeToString(forged));
    }

    private static JsonNode worker(String url, String name) {
        for (JsonNode each : new Calls(url).get("/v1/workers").json().path("workers")) {
            if (each.path("worker").asString().equals(name)) {
                return each;
            }
        }
        throw new AssertionError(name + " is not seen at " + url);
    }

    private static void sayNatively(String worker, String item) throws Exception {
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                rig.connection().clientProperties(), new ByteArraySerializer(), new ByteArraySerializer())) {
            Presence presence = new Presence(worker, "native", List.of(new Held(item, "status", 1, null, null)));
            byte[] value = Formats.HEARTBEATS.write(new HeartbeatRecord(1, IngestRig.TENANT, presence));
            producer.send(new ProducerRecord<>(rig.connection().plan().heartbeats(), 0, null, value))
                    .get(10, TimeUnit.SECONDS);
        }
    }
}

package dev.odradek.ingest.claim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.odradek.ingest.Calls;
import dev.odradek.ingest.IngestRig;
import dev.odradek.ingest.IngestService;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

class TwoInstancesIT {
    private static final long ONE_SECOND = TimeUnit.SECONDS.toNanos(1);

    @TempDir
    static Path dir;

    private static IngestRig rig;
    private static IngestService other;
    private static Poster poster;

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private volatile boolean stopping;

    /** From when to when somebody or something waited, by this JVM's clock. */
    private record Span(long from, long to) {
        long overlap(Span other) {
            return Math.min(to, other.to) - Math.max(from, other.from);
        }
    }

    @BeforeAll
    static void start() {
        rig = IngestRig.start(dir);
        other = rig.anotherIngest(Map.of());
        poster = new Poster(rig.connection());
        poster.define(rig, "shared", ", transport: partitioned");
        poster.define(rig, "moved", "");
        poster.define(rig, "wanted", "");
    }

    @AfterAll
    static void stop() throws Exception {
        poster.close();
        rig.close();
    }

    @Test
    @DisplayName("A6 of fifty who claim one item at two instances at the same moment one gets it, the others nothing")
    void fiftyClaimers() throws Exception {
        for (int round = 0; round < 3; round++) {
            String id = poster.post("wanted", "{}");
            CyclicBarrier together = new CyclicBarrier(50);
            List<Future<Optional<JsonNode>>> all = new ArrayList<>();
            for (int n = 0; n < 50; n++) {
                HttpWorker worker = new HttpWorker(new Calls(n % 2 == 0 ? rig.url() : other.url()), "c" + n, "");
                all.add(threads.submit(() -> {
                    together.await();
                    return worker.claim("wanted", 500);
                }));
            }
            List<JsonNode> won = new ArrayList<>();
            for (Future<Optional<JsonNode>> each : all) {
                each.get().ifPresent(won::add);
            }

            assertThat(won).singleElement().satisfies(claim -> {
                assertThat(claim.at("/item/id").asString()).isEqualTo(id);
                assertThat(claim.at("/item/attempt").asInt()).isEqualTo(1);
            });
        }
    }

    @Test
    @DisplayName("all work of two instances is done once, and none waits over 1 s while a worker is free anywhere")
    void everythingIsDone() throws Exception {
        Map<String, Long> claimed = new ConcurrentHashMap<>();
        Map<String, Long> posted = new ConcurrentHashMap<>();
        ConcurrentLinkedQueue<String> done = new ConcurrentLinkedQueue<>();
        ConcurrentLinkedQueue<Span> free = new ConcurrentLinkedQueue<>();
        List<CompletableFuture<Void>> workers = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            Calls http = new Calls(i < 6 ? rig.url() : other.url());
            HttpWorker worker = new HttpWorker(http, "both-" + i, "life-" + i);
            workers.add(CompletableFuture.runAsync(() -> work(worker, "shared", claimed, done, free), threads));
        }

        for (int burst = 0; burst < 20; burst++) {
            for (String id : poster.postMany("shared", 1 + 2 * burst)) {
                posted.put(id, System.nanoTime());
            }
            await().atMost(Duration.ofSeconds(30)).until(() -> done.size() == posted.size());
        }
        stopping = true;
        workers.forEach(CompletableFuture::join);

        assertThat(done).containsExactlyInAnyOrderElementsOf(posted.keySet());
        posted.forEach((id, at) -> {
            Span waited = new Span(at, claimed.get(id));
            assertThat(free)
                    .as("%s waited while somebody was free", id)
                    .noneMatch(span -> span.overlap(waited) > ONE_SECOND);
        });
    }

    private void work(
            HttpWorker worker,
            String queue,
            Map<String, Long> claimed,
            ConcurrentLinkedQueue<String> done,
            ConcurrentLinkedQueue<Span> free) {
        while (!stopping) {
            long from = System.nanoTime();
            Optional<JsonNode> claim = worker.claim(queue, 1_500);
            free.add(new Span(from, System.nanoTime()));
            claim.ifPresent(found -> {
                String id = found.at("/item/id").asString();
                claimed.put(id, System.nanoTime());
                assertThat(worker.complete(found).status()).isEqualTo(200);
                done.add(id);
            });
        }
    }

    @Test
    void whoWorkedAtAnInstanceThatStopsGoesOnAtAnotherWithTheSameClaim() throws Exception {
        IngestService closing = rig.anotherIngest(Map.of());
        HttpWorker there = new HttpWorker(new Calls(closing.url()), "mover", "life-m");
        HttpWorker here = there.at(rig.http());
        poster.post("moved", "{}");
        JsonNode claim = there.claim("moved", 5_000).orElseThrow();
        CompletableFuture<Optional<JsonNode>> waiting = CompletableFuture.supplyAsync(
                () -> {
                    try {
                        return there.claim("moved", 30_000);
                    } catch (UncheckedIOException e) {
                        return Optional.empty();
                    }
                },
                threads);
        CountEvents events = new CountEvents(new Calls(closing.url()), "moved");
        events.line(5_000);

        long stopped = System.nanoTime();
        closing.close();

        assertThat(waiting.get(10, TimeUnit.SECONDS)).isEmpty();
        assertThat(Duration.ofNanos(System.nanoTime() - stopped)).isLessThan(Duration.ofSeconds(8));
        assertThat(here.say(claim, "heartbeat", "{}").status()).isEqualTo(204);
        assertThat(here.complete(claim).status()).isEqualTo(200);
        String next = poster.post("moved", "{}");
        assertThat(here.claim("moved", 5_000).orElseThrow().at("/item/id").asString())
                .isEqualTo(next);
        events.close();
    }
}

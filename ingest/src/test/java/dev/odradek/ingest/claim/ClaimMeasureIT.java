package dev.odradek.ingest.claim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.odradek.ingest.IngestRig;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** How fast work is handed out and taken back over HTTP, with everything in one JVM. */
@Tag("full")
class ClaimMeasureIT {
    private static final int WORKERS = 16;

    @TempDir
    static Path dir;

    @Test
    void claimsAndCompletions() throws Exception {
        try (IngestRig rig = IngestRig.start(dir);
                Poster poster = new Poster(rig.connection())) {
            poster.define(rig, "speed", "");
            run(rig, poster, 500, 1);
            run(rig, poster, 2_000, 1);
            run(rig, poster, 4_000, 20);
        }
    }

    private static void run(IngestRig rig, Poster poster, int items, int batch) throws InterruptedException {
        poster.postMany("speed", items);
        ExecutorService threads = Executors.newFixedThreadPool(WORKERS);
        ConcurrentLinkedQueue<Long> waits = new ConcurrentLinkedQueue<>();
        long started = System.nanoTime();
        List<CompletableFuture<Integer>> workers = new ArrayList<>();
        for (int i = 0; i < WORKERS; i++) {
            HttpWorker worker = new HttpWorker(rig.http(), "speed-" + i, "life-" + i);
            workers.add(CompletableFuture.supplyAsync(() -> drain(worker, batch, waits), threads));
        }
        int done = workers.stream().mapToInt(CompletableFuture::join).sum();
        double seconds = (System.nanoTime() - started) / 1e9;
        threads.shutdown();
        assertThat(threads.awaitTermination(10, TimeUnit.SECONDS)).isTrue();
        List<Long> sorted = waits.stream().sorted().toList();
        System.out.printf(
                "%d items in batches of %d by %d workers: %.0f items/s done; claim %.1f ms p50, %.1f p99%n",
                done,
                batch,
                WORKERS,
                done / seconds,
                sorted.get(sorted.size() / 2) / 1e6,
                sorted.get(sorted.size() * 99 / 100) / 1e6);
        assertThat(done).isEqualTo(items);
    }

    private static int drain(HttpWorker worker, int batch, ConcurrentLinkedQueue<Long> waits) {
        int done = 0;
        while (true) {
            long from = System.nanoTime();
            JsonNode claims = worker.claimMany("speed", batch, 300);
            if (claims.isEmpty()) {
                return done;
            }
            waits.add(System.nanoTime() - from);
            for (JsonNode each : claims) {
                assertThat(worker.complete(each).status()).isEqualTo(200);
                done++;
            }
        }
    }
}

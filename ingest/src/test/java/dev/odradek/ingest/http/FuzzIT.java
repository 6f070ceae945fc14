package dev.odradek.ingest.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.odradek.ingest.IngestRig;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * Random paths, headers and bodies to every route of the OpenAPI document.
 *
 * <p>A failure names its seed: {@code -Dfuzz.seed=<seed>} sends the same requests again.
 */
class FuzzIT {
    private static final long SEED = Long.getLong("fuzz.seed", new Random().nextLong());

    @TempDir
    static Path dir;

    private static IngestRig rig;

    @BeforeAll
    static void start() {
        // Whatever waits in earnest must not take the whole time.
        rig = IngestRig.start(dir, Map.of("odradek.ingest.patience", "500ms"));
        rig.define("ping.yaml");
    }

    @AfterAll
    static void stop() throws Exception {
        rig.close();
    }

    @Test
    @DisplayName("no route answers 500 or shows a stack trace, whatever it is sent")
    void some() throws Exception {
        fuzz(200);
    }

    @Test
    @Tag("full")
    @Timeout(value = 40, unit = TimeUnit.MINUTES)
    @DisplayName("the same, 10,000 times for each route")
    void many() throws Exception {
        fuzz(10_000);
    }

    private static void fuzz(int each) throws Exception {
        Queue<String> broken = new ConcurrentLinkedQueue<>();
        LongAdder answered = new LongAdder();
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            List<Future<?>> all = new ArrayList<>();
            for (String route : routes()) {
                all.add(threads.submit(() -> {
                    fuzz(route, each, broken, answered);
                    return null;
                }));
            }
            for (Future<?> one : all) {
                one.get();
            }
        } finally {
            threads.shutdownNow();
        }

        assertThat(broken).isEmpty();
        assertThat(answered.sum()).as("requests that were answered at all").isGreaterThan(each * 10L);
        assertThat(rig.http().get("/healthz").status()).isEqualTo(200);
    }

    private static void fuzz(String route, int each, Queue<String> broken, LongAdder answered) throws IOException {
        URI url = URI.create(rig.url());
        Noise noise = new Noise(new Random(SEED ^ route.hashCode()));
        try (RawHttp http = new RawHttp(url.getHost(), url.getPort())) {
            for (int n = 0; n < each && broken.size() < 10; n++) {
                RawHttp.Answer answer = http.send(noise.request(route));
                answered.add(answer.status() > 0 ? 1 : 0);
                if ((answer.status() >= 500 && answer.status() != 503) || answer.showsInsides()) {
                    broken.add("seed " + SEED + ", " + route + ", request " + n + ": " + answer);
                }
            }
        }
    }

    /** As "POST /v1/items", from the document that is compared with what Spring has. */
    private static List<String> routes() {
        List<String> routes = new ArrayList<>();
        JsonNode paths = rig.http().get("/v1/openapi.json").json().path("paths");
        paths.properties()
                .forEach(path -> path.getValue().propertyNames().forEach(method -> {
                    // Streams of events do not end; the others are asked.
                    if (!method.equals("parameters") && !path.getKey().endsWith("/events")) {
                        routes.add(method.toUpperCase(Locale.ROOT) + " " + path.getKey());
                    }
                }));
        return routes;
    }
}

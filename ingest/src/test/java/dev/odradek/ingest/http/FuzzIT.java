package dev.odradek.ingest.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.odradek.ingest.IngestRig;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
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
 * <p>A failure names its seed and shows its request: {@code -Dfuzz.seed=<seed>} sends the same requests again.
 */
class FuzzIT {
    private static final long SEED = Long.getLong("fuzz.seed", new Random().nextLong());
    /** Many requests wait for the core, which answers many at once. */
    private static final int CONNECTIONS = 48;
    /** What one connection sends to a route before the next takes over. */
    private static final int SERIES = 100;

    private static final String NONE = "none";

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
    @Timeout(value = 15, unit = TimeUnit.MINUTES)
    @DisplayName("the same, 10,000 times for each route")
    void many() throws Exception {
        fuzz(10_000);
    }

    private static void fuzz(int each) throws Exception {
        long began = System.nanoTime();
        Seen seen = new Seen();
        List<String> routes = routes();
        ExecutorService threads = Executors.newFixedThreadPool(CONNECTIONS);
        try {
            List<Future<?>> all = new ArrayList<>();
            for (int series = 0; series < each / SERIES; series++) {
                for (String route : routes) {
                    int number = series;
                    all.add(threads.submit(() -> {
                        fuzz(route, number, seen);
                        return null;
                    }));
                }
            }
            for (Future<?> one : all) {
                one.get();
            }
        } finally {
            threads.shutdownNow();
        }
        System.out.printf(
                "fuzz: seed %d, %d routes, %d requests each, %d s, %s%n",
                SEED,
                routes.size(),
                each,
                Duration.ofNanos(System.nanoTime() - began).toSeconds(),
                seen.answers);

        assertThat(seen.broken).isEmpty();
        assertThat(seen.unanswered()).as("connections closed without a word").isLessThan(each * routes.size() / 100L);
        assertThat(rig.http().get("/healthz").status()).isEqualTo(200);
    }

    private static void fuzz(String route, int series, Seen seen) throws IOException {
        URI url = URI.create(rig.url());
        Noise noise = new Noise(new Random(SEED ^ (route + "\n" + series).hashCode()));
        try (RawHttp http = new RawHttp(url.getHost(), url.getPort())) {
            for (int n = 0; n < SERIES && seen.broken.size() < 10; n++) {
                byte[] request = noise.request(route);
                String told = "seed " + SEED + ", " + route + ", series " + series + ", request " + n + ": "
                        + new String(request, StandardCharsets.ISO_8859_1);
                try {
                    seen.take(http.send(request), told);
                } catch (SocketTimeoutException e) {
                    seen.broken.add(told + "\n→ no answer");
                    http.close();
                }
            }
        }
    }

    /** What came back, on all connections. */
    private static final class Seen {
        /** By status, and by code where that says which of several troubles it was. */
        private final Map<String, LongAdder> answers = new ConcurrentSkipListMap<>();

        private final Queue<String> broken = new ConcurrentLinkedQueue<>();

        void take(RawHttp.Answer answer, String request) {
            boolean passing = answer.status() == 429 || answer.status() == 503;
            String kind = answer.status() == 0 ? NONE : answer.status() + (passing ? " " + answer.code() : "");
            answers.computeIfAbsent(kind, each -> new LongAdder()).increment();
            if ((answer.status() >= 500 && !passing)
                    || answer.code().equals(Problem.NO_ANSWER.code())
                    || answer.showsInsides()
                    || (answer.status() >= 400 && !answer.body().isEmpty() && !answer.isProblem())
                    || (passing && !answer.hasHeader("retry-after"))) {
                broken.add(request + "\n→ " + answer.head() + answer.body());
            }
        }

        long unanswered() {
            return answers.getOrDefault(NONE, new LongAdder()).sum();
        }
    }

    /** As "POST /v1/items", from the document that is compared with what Spring has. */
    private static List<String> routes() {
        List<String> routes = new ArrayList<>();
        JsonNode paths = rig.http().get("/v1/openapi.json").json().path("paths");
        paths.properties()
                .forEach(path -> path.getValue().propertyNames().forEach(method -> {
                    // Streams of events do not end; the others are asked.
                    if (!method.equals("parameters")
                            && !isStream(path.getValue().path(method))) {
                        routes.add(method.toUpperCase(Locale.ROOT) + " " + path.getKey());
                    }
                }));
        return routes;
    }

    private static boolean isStream(JsonNode operation) {
        return operation.path("responses").path("200").path("content").has("text/event-stream");
    }
}

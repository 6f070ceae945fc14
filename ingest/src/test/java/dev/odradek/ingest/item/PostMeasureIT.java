package dev.odradek.ingest.item;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.odradek.ingest.IngestRig;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleSupplier;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.Banner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Posts over HTTP beside a bare Spring endpoint that only answers 202; the figures go to docs/proofs. */
@Tag("full")
@Timeout(600)
class PostMeasureIT {
    private static final int CONNECTIONS = 32;
    private static final Duration WINDOW = Duration.ofSeconds(5);
    private static final int ROUNDS = 3;
    private static final int MOST_WARM_UPS = 8;
    private static final int BULK = 10_000;
    private static final String ITEM = "{\"machine\": \"job\", \"payload\": {\"source\": \"https://example.org\"}}";
    private static final String MACHINE = """
            machine: job
            axes:
              status:
                initial: queued
                states: [queued, running, done, failed]
                terminal: [done, failed]
                claims:
                  - {queue: job, from: queued, into: running, done: done}
            """;

    @Test
    @DisplayName("single posts and bulk beside a bare endpoint, in turns")
    void measures(@TempDir Path dir) throws Exception {
        // What is taken in is not decided as fast as it is posted here: that is another measurement.
        try (IngestRig rig = IngestRig.start(dir, Map.of("odradek.ingest.max-lag", "100000000"));
                ServletWebServerApplicationContext bare = bare()) {
            rig.defineYaml(MACHINE);
            // The first of a machine waits for the core.
            assertThat(rig.http().post("/v1/items", ITEM).status()).isEqualTo(202);
            rig.stopStateStore();
            int port = URI.create(rig.url()).getPort();
            int barePort = bare.getWebServer().getPort();
            DoubleSupplier posts = () -> PostLoad.perSecond(port, ITEM, CONNECTIONS, WINDOW);
            DoubleSupplier answers = () -> PostLoad.perSecond(barePort, ITEM, CONNECTIONS, WINDOW);
            DoubleSupplier bulk = () -> bulkItemsPerSecond(rig.url());
            List.of(posts, answers, bulk).forEach(PostMeasureIT::warmUp);

            List<Double> single = new ArrayList<>();
            List<Double> many = new ArrayList<>();
            for (int round = 0; round < ROUNDS; round++) {
                double bareRate = answers.getAsDouble();
                double postRate = posts.getAsDouble();
                double bulkRate = bulk.getAsDouble();
                single.add(postRate / bareRate);
                many.add(bulkRate / bareRate);
                System.out.printf(
                        "PostMeasureIT: bare endpoint %,.0f requests/s; posts %,.0f/s (%.2f); bulk %,.0f items/s (%.2f)%n",
                        bareRate, postRate, postRate / bareRate, bulkRate, bulkRate / bareRate);
            }
            System.out.printf("PostMeasureIT: medians: posts %.2f, bulk %.2f%n", median(single), median(many));
            assertThat(single).as("every round was measured").hasSize(ROUNDS);
        }
    }

    /** Two windows in a row agree within 5 %. */
    private static void warmUp(DoubleSupplier rate) {
        double before = rate.getAsDouble();
        double now = rate.getAsDouble();
        for (int i = 2; i < MOST_WARM_UPS && Math.abs(now - before) > 0.05 * now; i++) {
            before = now;
            now = rate.getAsDouble();
        }
    }

    private static double median(List<Double> values) {
        return values.stream().sorted().toList().get(values.size() / 2);
    }

    private static double bulkItemsPerSecond(String url) {
        String body = (ITEM + "\n").repeat(BULK);
        HttpRequest request = HttpRequest.newBuilder(URI.create(url + "/v1/items/bulk"))
                .header("Content-Type", "application/x-ndjson")
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
        HttpClient client = HttpClient.newHttpClient();
        long start = System.nanoTime();
        long sent = 0;
        try {
            while (System.nanoTime() - start < WINDOW.toNanos()) {
                HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString(UTF_8));
                assertThat(answer.body()).contains("\"accepted\":" + BULK);
                sent += BULK;
            }
        } catch (java.io.IOException e) {
            throw new AssertionError("the bulk post failed", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", e);
        }
        return sent * 1e9 / (System.nanoTime() - start);
    }

    private static ServletWebServerApplicationContext bare() {
        SpringApplication application = new SpringApplication(Bare.class);
        application.setBannerMode(Banner.Mode.OFF);
        application.setDefaultProperties(Map.of("server.port", "0", "server.address", "127.0.0.1"));
        return (ServletWebServerApplicationContext) application.run();
    }

    /** What a user would have without anything behind it: the body is read, and nothing becomes of it. */
    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import(BareController.class)
    static class Bare {}

    @RestController
    static class BareController {
        @PostMapping("/v1/items")
        @ResponseStatus(HttpStatus.ACCEPTED)
        Map<String, String> take(@RequestBody Map<String, Object> body) {
            return Map.of("id", "x", "token", "0:" + body.size());
        }
    }
}

package dev.odradek.ingest.claim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.odradek.ingest.Calls;
import dev.odradek.topics.format.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Scanner;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.LongPredicate;

/** One open stream of counts, and what has come over it. */
final class CountEvents implements AutoCloseable {
    private final InputStream body;
    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
    private final String contentType;

    CountEvents(Calls http, String queue) {
        this(http, queue, "");
    }

    /** @param query as in {@code ?worker=w1} */
    CountEvents(Calls http, String queue, String query) {
        try {
            HttpClient client =
                    HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
            HttpResponse<InputStream> response = client.send(
                    http.request("/v1/queues/" + queue + "/events" + query).build(),
                    HttpResponse.BodyHandlers.ofInputStream());
            assertThat(response.statusCode()).isEqualTo(200);
            this.contentType = response.headers().firstValue("Content-Type").orElse("");
            this.body = response.body();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", e);
        }
        Thread reader = new Thread(this::read, "counts-of-" + queue);
        reader.setDaemon(true);
        reader.start();
    }

    private void read() {
        Scanner scanner = new Scanner(body, StandardCharsets.UTF_8);
        while (scanner.hasNextLine()) {
            String line = scanner.nextLine();
            if (!line.isEmpty()) {
                lines.add(line);
            }
        }
        lines.add("end");
    }

    String contentType() {
        return contentType;
    }

    /** The next line that is not empty. */
    String line(long withinMs) throws InterruptedException {
        String line = lines.poll(withinMs, TimeUnit.MILLISECONDS);
        assertThat(line).as("nothing came within %s ms", withinMs).isNotNull();
        return line;
    }

    /** Forgets what has come so far, and waits for the next sign of life. */
    String awaitComment(long withinMs) throws InterruptedException {
        lines.clear();
        return line(withinMs);
    }

    /** Waits for the word that a claim is lost, and returns it. */
    String awaitLost(long withinMs) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(withinMs);
        while (true) {
            String line = line(Math.max(1, TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime())));
            if (line.equals("event: lost")) {
                return Json.parse(line(withinMs).substring(6)).path("claim").asString();
            }
        }
    }

    /** Waits for a count; how often it had to look. */
    int await(LongPredicate wanted, long withinMs) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(withinMs);
        for (int looks = 1; ; looks++) {
            String line = line(Math.max(1, TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime())));
            if (line.startsWith("data: ")
                    && wanted.test(Json.parse(line.substring(6)).path("count").asLong())) {
                return looks;
            }
        }
    }

    @Override
    public void close() throws IOException {
        body.close();
    }
}

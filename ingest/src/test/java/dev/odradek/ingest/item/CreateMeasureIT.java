package dev.odradek.ingest.item;

import static org.assertj.core.api.Assertions.assertThat;

import dev.odradek.bare.BareApp;
import dev.odradek.ingest.Calls.Reply;
import dev.odradek.ingest.IngestRig;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.context.ConfigurableApplicationContext;

/** How fast items are taken in, beside a Spring endpoint that does nothing, in the same JVM with the broker. */
@Tag("full")
class CreateMeasureIT {
    private static final int CONNECTIONS = 32;
    private static final long SECONDS = 5;
    private static final int MOST_WINDOWS = 16;
    private static final int REPEATS = Integer.getInteger("odradek.repeats", 3);
    private static final int BULK = 50_000;
    private static final String ITEM =
            "{\"machine\":\"ping\",\"payload\":{\"source\":\"https://example.org\",\"n\":1}}";

    @TempDir
    Path dir;

    @Test
    @DisplayName("single posts and items in bulk beside an endpoint that does nothing")
    void besideABareEndpoint() throws Exception {
        try (IngestRig rig = IngestRig.start(dir, Map.of("odradek.ingest.max-lag", "100000000"));
                ConfigurableApplicationContext bare = BareApp.start()) {
            rig.define("ping.yaml");
            assertThat(rig.http().post("/v1/items", ITEM).status()).isEqualTo(202);
            rig.stopStateStore();
            int ours = URI.create(rig.url()).getPort();
            int nothing = BareApp.port(bare);
            warmUp("bare", nothing);
            warmUp("posts", ours);
            bulk(rig);

            for (int repeat = 0; repeat < REPEATS; repeat++) {
                double bareRate = rate(nothing);
                double postRate = rate(ours);
                double bulkRate = bulk(rig);
                System.out.printf(
                        "bare %.0f/s; posts %.0f/s = %.3f of it; bulk %.0f items/s = %.2f of it%n",
                        bareRate, postRate, postRate / bareRate, bulkRate, bulkRate / bareRate);
                assertThat(postRate).as("posts were answered").isPositive();
            }
        }
    }

    private static double bulk(IngestRig rig) {
        String body = (ITEM + "\n").repeat(BULK);
        long begun = System.nanoTime();
        Reply reply = rig.http().send("POST", "/v1/items/bulk", body, "application/x-ndjson");
        assertThat(reply.json().path("accepted").asInt()).as(reply.toString()).isEqualTo(BULK);
        return BULK / ((System.nanoTime() - begun) / 1e9);
    }

    /** Until two windows in a row agree within 5 %. */
    private static void warmUp(String name, int port) throws Exception {
        double before = 0;
        double now = rate(port);
        for (int window = 1; window < MOST_WINDOWS && Math.abs(now - before) > 0.05 * now; window++) {
            before = now;
            now = rate(port);
        }
        System.out.printf("%s: warm at %.0f/s%n", name, now);
    }

    /** Posts answered per second, over kept connections, one at a time on each. */
    private static double rate(int port) throws Exception {
        LongAdder answered = new LongAdder();
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
        ExecutorService threads = Executors.newFixedThreadPool(CONNECTIONS);
        for (int n = 0; n < CONNECTIONS; n++) {
            threads.submit(() -> {
                post(port, until, answered);
                return null;
            });
        }
        threads.shutdown();
        assertThat(threads.awaitTermination(SECONDS + 30, TimeUnit.SECONDS)).isTrue();
        return answered.sum() / (double) SECONDS;
    }

    private static void post(int port, long until, LongAdder answered) throws IOException {
        byte[] request = ("POST /v1/items HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                        + "Content-Length: " + ITEM.length() + "\r\n\r\n" + ITEM)
                .getBytes(StandardCharsets.US_ASCII);
        try (Socket socket = new Socket("127.0.0.1", port)) {
            socket.setTcpNoDelay(true);
            InputStream in = new BufferedInputStream(socket.getInputStream());
            while (System.nanoTime() < until) {
                socket.getOutputStream().write(request);
                if (!answer(in).startsWith("HTTP/1.1 202")) {
                    throw new IOException("not taken");
                }
                answered.increment();
            }
        }
    }

    /** The head of an answer, its body skipped, whether chunked or not. */
    private static String answer(InputStream in) throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.length() < 4 || head.indexOf("\r\n\r\n", head.length() - 4) < 0) {
            int next = in.read();
            if (next < 0) {
                throw new IOException("closed");
            }
            head.append((char) next);
        }
        String lower = head.toString().toLowerCase(Locale.ROOT);
        int at = lower.indexOf("content-length: ");
        if (at >= 0) {
            in.skipNBytes(Integer.parseInt(
                    lower.substring(at + 16, lower.indexOf("\r\n", at)).strip()));
        } else {
            // One chunk of data and the last, empty one.
            StringBuilder tail = new StringBuilder();
            while (tail.length() < 5 || tail.indexOf("0\r\n\r\n", tail.length() - 5) < 0) {
                tail.append((char) in.read());
            }
        }
        return head.toString();
    }
}

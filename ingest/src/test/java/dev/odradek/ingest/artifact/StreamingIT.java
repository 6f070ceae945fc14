package dev.odradek.ingest.artifact;

import static org.assertj.core.api.Assertions.assertThat;

import dev.odradek.ingest.IngestMain;
import dev.odradek.localcluster.BrokerConfig;
import dev.odradek.localcluster.EmbeddedBroker;
import dev.odradek.localcluster.JavaProcess;
import dev.odradek.topics.format.Json;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StreamingIT {
    private static final int HEAP_MB = 64;
    private static final long SIZE = 128L << 20;

    @TempDir
    Path dir;

    @Test
    @DisplayName("X12 128 MB go up and come down through a process that has 64 MB of memory for everything")
    void neverWholeInMemory() throws Exception {
        try (EmbeddedBroker broker = EmbeddedBroker.start(BrokerConfig.in(dir.resolve("broker")));
                JavaProcess ingest = JavaProcess.of(IngestMain.class)
                        .small(HEAP_MB)
                        .jvmArgs(
                                "-XX:MaxDirectMemorySize=32m",
                                "-XX:+ExitOnOutOfMemoryError",
                                "-Dodradek.artifacts.dir=" + dir.resolve("artifacts"))
                        .args(broker.bootstrapServers())
                        .start(dir.resolve("ingest.log"))) {
            String line = ingest.awaitLine(each -> each.startsWith(IngestMain.READY), Duration.ofMinutes(2));
            String url = line.substring(IngestMain.READY.length());
            HttpClient client = HttpClient.newHttpClient();
            Measured sent = new Measured(new Noise(SIZE), Long.MAX_VALUE, Optional.empty());

            HttpResponse<String> stored = client.send(
                    HttpRequest.newBuilder(URI.create(url + "/v1/artifacts"))
                            .PUT(BodyPublishers.ofInputStream(() -> sent))
                            .build(),
                    BodyHandlers.ofString());
            String name = Json.parse(stored.body()).path("artifact").asString("");
            HttpResponse<InputStream> read = client.send(
                    HttpRequest.newBuilder(URI.create(url + "/v1/artifacts/" + name))
                            .build(),
                    BodyHandlers.ofInputStream());

            assertThat(stored.statusCode()).as(stored.body()).isEqualTo(201);
            assertThat(sent.bytes()).isEqualTo(SIZE);
            assertThat(name).isEqualTo(sent.digest().toString());
            assertThat(digest(read.body())).hasToString(name);
            assertThat(ingest.isAlive()).isTrue();
        }
    }

    private static Digest digest(InputStream in) throws IOException {
        try (Measured measured = new Measured(in, SIZE, Optional.empty())) {
            byte[] buffer = new byte[64 * 1024];
            while (measured.read(buffer) >= 0) {
                // Only the digest is of interest.
            }
            return measured.digest();
        }
    }

    /** So many bytes that nobody can compress away. */
    private static final class Noise extends InputStream {
        private long left;
        private long state = 88172645463325252L;

        Noise(long size) {
            this.left = size;
        }

        @Override
        public int read() {
            if (left-- <= 0) {
                return -1;
            }
            state ^= state << 13;
            state ^= state >>> 7;
            state ^= state << 17;
            return (int) state & 0xff;
        }

        @Override
        public int read(byte[] into, int offset, int length) {
            if (left <= 0) {
                return -1;
            }
            int count = (int) Math.min(left, length);
            for (int i = 0; i < count; i++) {
                into[offset + i] = (byte) read();
            }
            return count;
        }
    }
}

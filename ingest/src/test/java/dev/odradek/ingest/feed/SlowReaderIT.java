package dev.odradek.ingest.feed;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.odradek.ingest.IngestRig;
import dev.odradek.topics.event.NotificationRecord;
import dev.odradek.topics.format.Formats;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.awaitility.Awaitility;
import org.awaitility.core.ThrowingRunnable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A connection that is open and reads nothing, as that of a browser whose laptop was shut. */
class SlowReaderIT {
    private static final int AT_ONCE = 200;
    /** What no machine takes up between the two ends of a connection. */
    private static final int TOO_MANY = 400_000;

    @TempDir
    static Path dir;

    private long written;

    @Test
    @Timeout(180)
    @DisplayName("whoever reads nothing is cut off, others are not; and it misses nothing once it comes back")
    void cutOffAndBack() throws Exception {
        try (IngestRig rig = IngestRig.start(dir, Map.of("odradek.ingest.feed-kept", "1000"));
                KafkaProducer<byte[], byte[]> feed = new KafkaProducer<>(
                        rig.connection().clientProperties(), new ByteArraySerializer(), new ByteArraySerializer());
                Reader stuck = new Reader(rig.url(), -1);
                Reader well = new Reader(rig.url(), -1)) {
            await(() -> assertThat(streams(rig)).isEqualTo(2));
            long connections = rig.connections();

            while (dropped(rig) == 0) {
                write(rig, feed);
                well.readTo(written - 1);
                assertThat(written).as("written, and nobody was cut off").isLessThan(TOO_MANY);
            }

            await(() -> assertThat(streams(rig)).as("the other goes on").isEqualTo(1));
            assertThat(dropped(rig)).isEqualTo(1);
            await(() -> assertThat(rig.connections())
                    .as("nothing is kept open for it")
                    .isEqualTo(connections - 1));
            stuck.readTo(Long.MAX_VALUE);
            assertThat(stuck.last).as("the rest was never sent").isLessThan(written - 1);
            try (Reader back = new Reader(rig.url(), stuck.last)) {
                back.readTo(written - 1);
                assertThat(back.last).isEqualTo(written - 1);
            }
            System.out.printf("cut off after %,d notifications, of which %,d had been sent%n", written, stuck.last + 1);
        }
    }

    private void write(IngestRig rig, KafkaProducer<byte[], byte[]> feed) {
        String topic = rig.connection().plan().notifications();
        for (long version = written; version < written + AT_ONCE; version++) {
            NotificationRecord told = new NotificationRecord(
                    NotificationRecord.SCHEMA,
                    NotificationRecord.ITEMS,
                    IngestRig.TENANT,
                    "i".repeat(150),
                    0,
                    version,
                    version,
                    System.currentTimeMillis(),
                    false);
            feed.send(new ProducerRecord<>(topic, 0, null, Formats.NOTIFICATIONS.write(told)));
        }
        feed.flush();
        written += AT_ONCE;
    }

    /** One who listens, and reads no more than it is told to: there is nobody else who would read for it. */
    private static final class Reader implements AutoCloseable {
        private final Socket socket = new Socket();
        private final BufferedReader lines;
        private long last;

        Reader(String url, long last) throws IOException {
            URI at = URI.create(url);
            this.last = last;
            socket.connect(new InetSocketAddress(at.getHost(), at.getPort()));
            this.lines = new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8));
            // In the older HTTP nothing stands between the lines.
            String request = "GET /v1/notifications HTTP/1.0\r\nHost: " + at.getAuthority() + "\r\nLast-Event-ID: "
                    + last + "\r\n\r\n";
            socket.getOutputStream().write(request.getBytes(UTF_8));
        }

        /** Each after the other, until there is this one or the connection is at its end. */
        void readTo(long wanted) throws IOException {
            long next = last;
            String line = "";
            while (last < wanted && line != null) {
                assertThat(line).isNotEqualTo("event: reset");
                if (line.startsWith("id: ")) {
                    next = Long.parseLong(line.substring("id: ".length()));
                } else if (line.isEmpty() && next > last) {
                    assertThat(next).as("each once, in order").isEqualTo(last + 1);
                    last = next;
                    continue;
                }
                line = lines.readLine();
            }
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }

    private static double dropped(IngestRig rig) {
        return rig.meters().get("odradek.ingest.feed.dropped").counter().count();
    }

    private static double streams(IngestRig rig) {
        return rig.meters().get("odradek.ingest.feed.streams").gauge().value();
    }

    private static void await(ThrowingRunnable assertion) {
        Awaitility.await().atMost(Duration.ofSeconds(60)).untilAsserted(assertion);
    }
}

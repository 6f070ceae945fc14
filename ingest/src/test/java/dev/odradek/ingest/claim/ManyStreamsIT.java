package dev.odradek.ingest.claim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.odradek.ingest.IngestRig;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Thousands who listen: none takes a thread, and all hear of work at once; everything is in one JVM. */
@Tag("full")
class ManyStreamsIT {
    private static final int STREAMS = Integer.getInteger("odradek.streams", 3_000);

    @TempDir
    static Path dir;

    @Test
    void allHearOfWork() throws Exception {
        try (IngestRig rig = IngestRig.start(dir);
                Poster poster = new Poster(rig.connection());
                Selector selector = Selector.open()) {
            poster.define(rig, "heard", "");
            List<SocketChannel> streams = new ArrayList<>();
            int threads = Thread.activeCount();
            long heap = used();
            for (int i = 0; i < STREAMS; i++) {
                streams.add(open(URI.create(rig.url()), selector));
            }
            hear(selector, "{\"count\": 0}");
            System.out.printf(
                    "%d streams open, %d more threads, %d KiB each%n",
                    STREAMS, Thread.activeCount() - threads, (used() - heap) / STREAMS / 1024);
            assertThat(Thread.activeCount() - threads).isLessThan(250);

            long posted = System.nanoTime();
            poster.post("heard", "{}");
            hear(selector, "{\"count\": 1}");
            System.out.printf(
                    "all have heard of an item %d ms after it was posted%n",
                    TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - posted));
            for (SocketChannel each : streams) {
                each.close();
            }
        }
    }

    private static SocketChannel open(URI url, Selector selector) throws IOException {
        SocketChannel channel = SocketChannel.open(new InetSocketAddress(url.getHost(), url.getPort()));
        String request = "GET /v1/queues/heard/events HTTP/1.1\r\nHost: " + url.getAuthority() + "\r\n\r\n";
        channel.write(ByteBuffer.wrap(request.getBytes(StandardCharsets.UTF_8)));
        channel.configureBlocking(false);
        channel.register(selector, SelectionKey.OP_READ, new StringBuilder());
        return channel;
    }

    /** Until every stream has brought this. */
    private static void hear(Selector selector, String wanted) throws IOException {
        int heard = 0;
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        ByteBuffer buffer = ByteBuffer.allocate(4096);
        while (heard < STREAMS) {
            assertThat(System.nanoTime() - deadline)
                    .as("%d of %d", heard, STREAMS)
                    .isNegative();
            selector.select(1_000);
            for (SelectionKey key : selector.selectedKeys()) {
                buffer.clear();
                assertThat(((SocketChannel) key.channel()).read(buffer)).isNotNegative();
                StringBuilder text = (StringBuilder) key.attachment();
                boolean before = text.indexOf(wanted) >= 0;
                text.append(StandardCharsets.UTF_8.decode(buffer.flip()));
                heard += !before && text.indexOf(wanted) >= 0 ? 1 : 0;
            }
            selector.selectedKeys().clear();
        }
    }

    private static long used() {
        System.gc();
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }
}

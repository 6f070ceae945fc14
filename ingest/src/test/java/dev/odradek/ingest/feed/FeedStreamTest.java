package dev.odradek.ingest.feed;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import java.io.ByteArrayOutputStream;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class FeedStreamTest {
    private final FeedRing ring = new FeedRing(3);
    private final Wire wire = new Wire();
    private final List<FeedStream> gone = new ArrayList<>();
    private final FeedStream stream = new FeedStream(context(), wire, ring, "acme", gone::add);

    @Test
    @DisplayName("whoever takes nothing falls behind what is kept and is cut off; it costs no memory until then")
    void tooSlow() {
        ring.begin(0);
        stream.follow(0);
        stream.onWritePossible();
        wire.room = 0;
        for (int offset = 0; offset < 3; offset++) {
            add(offset);
            assertThat(stream.wake()).isTrue();
        }
        assertThat(wire.written()).isEmpty();

        add(3);
        assertThat(stream.wake()).isFalse();
        stream.end();

        assertThat(gone).containsExactly(stream);
    }

    @Test
    @DisplayName("whoever could not take anything for a while gets all of it in order once it can")
    void catchesUp() {
        ring.begin(0);
        stream.follow(0);
        stream.onWritePossible();
        add(0);
        stream.wake();
        wire.room = 0;
        add(1);
        add(2);
        stream.wake();
        wire.room = Integer.MAX_VALUE;
        stream.onWritePossible();

        assertThat(wire.written()).isEqualTo("0 1 2 ");
    }

    @Test
    @DisplayName("what was written when the connection had no room leaves once it has, not with what comes next")
    void leaves() {
        ring.begin(0);
        stream.follow(0);
        stream.onWritePossible();
        wire.room = 1;
        add(0);
        stream.wake();
        assertThat(wire.sent()).isEmpty();

        wire.room = Integer.MAX_VALUE;
        stream.onWritePossible();

        assertThat(wire.sent()).isEqualTo("0 ");
    }

    @Test
    @DisplayName(
            "a sign of life names how far the stream is, so that whoever comes back need not read others' rows again")
    void alive() {
        ring.begin(5);
        stream.follow(5);
        stream.onWritePossible();
        ring.add(new FeedLine(5, "globex", "5 "));
        stream.wake();
        stream.keepAlive();

        assertThat(wire.written()).isEqualTo(": still here\nid: 5\n\n");
    }

    private void add(long offset) {
        ring.add(new FeedLine(offset, "acme", offset + " "));
    }

    /** Tomcat's, of which only its end matters here. */
    private static AsyncContext context() {
        return (AsyncContext) Proxy.newProxyInstance(
                FeedStreamTest.class.getClassLoader(),
                new Class<?>[] {AsyncContext.class},
                (proxy, method, arguments) -> null);
    }

    /** A connection that is ready for so many writes and flushes as it is told to be. */
    private static final class Wire extends ServletOutputStream {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private int room = Integer.MAX_VALUE;
        private String sent = "";

        @Override
        public boolean isReady() {
            return room > 0;
        }

        @Override
        public void write(byte[] all) {
            room--;
            bytes.writeBytes(all);
        }

        @Override
        public void flush() {
            room--;
            sent = written();
        }

        @Override
        public void setWriteListener(WriteListener listener) {
            throw new UnsupportedOperationException("the test says itself when it is ready");
        }

        @Override
        public void write(int each) {
            bytes.write(each);
        }

        /** What has left of it. */
        String sent() {
            return sent;
        }

        String written() {
            return bytes.toString(UTF_8);
        }
    }
}

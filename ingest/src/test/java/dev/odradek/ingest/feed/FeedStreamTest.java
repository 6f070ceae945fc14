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
        wire.ready = false;
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
        wire.ready = false;
        add(1);
        add(2);
        stream.wake();
        wire.ready = true;
        stream.onWritePossible();

        assertThat(wire.written()).isEqualTo("0 1 2 ");
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

    /** A connection that is ready when it is told to be. */
    private static final class Wire extends ServletOutputStream {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private boolean ready = true;

        @Override
        public boolean isReady() {
            return ready;
        }

        @Override
        public void setWriteListener(WriteListener listener) {
            throw new UnsupportedOperationException("the test says itself when it is ready");
        }

        @Override
        public void write(int each) {
            bytes.write(each);
        }

        String written() {
            return bytes.toString(UTF_8);
        }
    }
}

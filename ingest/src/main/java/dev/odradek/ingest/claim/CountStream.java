package dev.odradek.ingest.claim;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One open stream of counts, and of lost claims if it is a worker's. It takes no thread: what cannot be written yet is
 * written when the connection is ready, and only the newest count is worth writing.
 */
final class CountStream implements WriteListener, AsyncListener {
    private static final Logger LOG = LoggerFactory.getLogger(CountStream.class);
    private static final byte[] COMMENT = ": still here\n\n".getBytes(StandardCharsets.UTF_8);
    /** Whoever has not read so many hears of its claims by other means. */
    private static final int MOST_LOST = 1_000;

    private final AsyncContext context;
    private final ServletOutputStream out;
    private final Consumer<CountStream> gone;
    private final Deque<byte[]> lost = new ArrayDeque<>();
    private byte @Nullable [] frame;
    private boolean comment;
    private boolean open;
    private boolean ended;
    /** Whether something was written that may not have left yet. */
    private boolean unsent;

    CountStream(AsyncContext context, ServletOutputStream out, Consumer<CountStream> gone) {
        this.context = context;
        this.out = out;
        this.gone = gone;
    }

    /** From here on the connection says when it is ready; what is pushed before waits until then. */
    void begin() {
        context.addListener(this);
        out.setWriteListener(this);
    }

    synchronized void push(long count) {
        frame = ("data: {\"count\": " + count + "}\n\n").getBytes(StandardCharsets.UTF_8);
        write();
    }

    /** A claim of the worker is over. */
    synchronized void lose(String claim) {
        if (lost.size() < MOST_LOST) {
            lost.add(("event: lost\ndata: {\"claim\": \"" + claim + "\"}\n\n").getBytes(StandardCharsets.UTF_8));
        }
        write();
    }

    synchronized void keepAlive() {
        comment = true;
        write();
    }

    @Override
    public synchronized void onWritePossible() {
        open = true;
        write();
    }

    private void write() {
        if (!open || ended) {
            return;
        }
        try {
            // Between asking whether it is ready and writing, nobody else may write.
            while ((hasMore() || unsent) && out.isReady()) {
                if (hasMore()) {
                    out.write(next());
                    unsent = true;
                } else {
                    unsent = false;
                    out.flush();
                }
            }
            // Not ready: it says so once it is, and what waits is written, or sent, then.
        } catch (IOException | IllegalStateException e) {
            onError(e);
        }
    }

    private boolean hasMore() {
        return !lost.isEmpty() || frame != null || comment;
    }

    /** What is to be written first; whatever it is, it says that the stream is alive. */
    private byte[] next() {
        comment = false;
        byte[] next = lost.poll();
        if (next == null) {
            next = frame;
            frame = null;
        }
        return next == null ? COMMENT : next;
    }

    /** The client is gone, or this instance stops. */
    synchronized void end() {
        if (ended) {
            return;
        }
        ended = true;
        gone.accept(this);
        try {
            context.complete();
        } catch (IllegalStateException e) {
            LOG.trace("a stream had ended already", e);
        }
    }

    @Override
    public void onError(Throwable failure) {
        LOG.trace("a stream of counts broke", failure);
        end();
    }

    @Override
    public synchronized void onComplete(AsyncEvent event) {
        ended = true;
        gone.accept(this);
    }

    @Override
    public void onTimeout(AsyncEvent event) {
        end();
    }

    @Override
    public void onError(AsyncEvent event) {
        end();
    }

    @Override
    public void onStartAsync(AsyncEvent event) {
        LOG.trace("a stream began");
    }
}

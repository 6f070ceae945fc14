package dev.odradek.ingest.feed;

import static java.nio.charset.StandardCharsets.UTF_8;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One who listens. It takes no thread and has no queue: it is a place in the {@link FeedRing}, and what follows there
 * is written when the connection is ready for it. Whoever is too slow falls out of the ring, is cut off and may come
 * back with the id it saw last.
 */
final class FeedStream implements WriteListener, AsyncListener {
    private static final Logger LOG = LoggerFactory.getLogger(FeedStream.class);

    private final AsyncContext context;
    private final ServletOutputStream out;
    private final FeedRing ring;
    private final String tenant;
    private final Consumer<FeedStream> gone;
    /** What is no notification: few, and short. */
    private final Deque<String> asides = new ArrayDeque<>();
    /** What was read from Kafka for it alone. */
    private @Nullable String old;

    private long next;
    private boolean behind;
    private boolean open;
    private boolean ended;
    /** Whether something was written that may not have left yet. */
    private boolean unsent;

    FeedStream(AsyncContext context, ServletOutputStream out, FeedRing ring, String tenant, Consumer<FeedStream> gone) {
        this.context = context;
        this.out = out;
        this.ring = ring;
        this.tenant = tenant;
        this.gone = gone;
    }

    String tenant() {
        return tenant;
    }

    /** From here on the connection says when it is ready; what is to be written before waits until then. */
    void begin() {
        context.addListener(this);
        out.setWriteListener(this);
    }

    /** Something about the stream itself; {@code id} is where the listener is with it. */
    synchronized void say(String event, String json, @Nullable Long id) {
        asides.add("event: " + event + "\n" + (id == null ? "" : "id: " + id + "\n") + "data: " + json + "\n\n");
        write();
    }

    /** From here on it reads from the ring. */
    synchronized void follow(long from) {
        next = from;
        behind = false;
        write();
    }

    /** From here on it waits for what is handed to it. */
    synchronized void catchUp(long from) {
        next = from;
        behind = true;
    }

    /** Hands over what is older than the ring; false: the listener does not read, or is gone. */
    synchronized boolean hand(String events, long following, Duration limit) throws InterruptedException {
        if (!events.isEmpty()) {
            old = events;
            write();
            long deadline = System.nanoTime() + limit.toNanos();
            while (old != null && !ended) {
                long left = (deadline - System.nanoTime()) / 1_000_000;
                if (left <= 0) {
                    return false;
                }
                wait(left);
            }
        }
        next = following;
        return !ended;
    }

    /** There may be something new; false: it has fallen behind what is at hand. */
    synchronized boolean wake() {
        if (!behind && !ended && !ring.holds(next)) {
            return false;
        }
        write();
        return true;
    }

    /** That the stream is alive, and how far: of others' rows nothing is told, but they count. */
    synchronized void keepAlive() {
        if (asides.isEmpty() && old == null) {
            asides.add(": still here\n" + (behind || next == 0 ? "" : "id: " + (next - 1) + "\n") + "\n");
        }
        write();
    }

    synchronized boolean isEnded() {
        return ended;
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
            while (out.isReady()) {
                String text = take();
                if (!text.isEmpty()) {
                    out.write(text.getBytes(UTF_8));
                    unsent = true;
                } else if (unsent) {
                    // Also if it was not ready for this after the last was written: else that would wait for the next.
                    unsent = false;
                    out.flush();
                } else {
                    return;
                }
            }
        } catch (IOException | IllegalStateException e) {
            onError(e);
        }
    }

    /** What is to be written next; nothing is left of it here. */
    private String take() {
        String aside = asides.poll();
        if (aside != null) {
            return aside;
        }
        if (behind) {
            String handed = old;
            old = null;
            notifyAll();
            return handed == null ? "" : handed;
        }
        while (true) {
            Optional<FeedRing.Chunk> chunk = ring.after(next, tenant);
            if (chunk.isEmpty() || chunk.get().next() == next) {
                return "";
            }
            next = chunk.get().next();
            if (!chunk.get().text().isEmpty()) {
                return chunk.get().text();
            }
        }
    }

    /** The listener is gone or too slow, or this instance stops. */
    synchronized void end() {
        if (ended) {
            return;
        }
        ended = true;
        notifyAll();
        gone.accept(this);
        try {
            context.complete();
        } catch (IllegalStateException e) {
            LOG.trace("a stream had ended already", e);
        }
    }

    @Override
    public void onError(Throwable failure) {
        LOG.trace("a stream of notifications broke", failure);
        end();
    }

    @Override
    public synchronized void onComplete(AsyncEvent event) {
        ended = true;
        notifyAll();
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

package dev.odradek.ingest.feed;

import dev.odradek.ingest.access.Access;
import dev.odradek.ingest.access.TokenWatch;
import dev.odradek.ingest.http.Problem;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/** All who listen to notifications: each hears of every change of its tenant from where it was last, in order. */
@Component
final class FeedStreams implements SmartLifecycle {
    private static final String NOBODY = "";

    private final FeedRing ring;
    private final CatchUp catchUp;
    private final TokenWatch tokens;
    private final Counter dropped;
    /** By whose token each was opened. */
    private final Map<FeedStream, String> open = new ConcurrentHashMap<>();

    private final ScheduledThreadPoolExecutor thread = new ScheduledThreadPoolExecutor(
            1,
            task -> {
                Thread timers = new Thread(task, "ingest-feed-streams");
                timers.setDaemon(true);
                return timers;
            },
            new ThreadPoolExecutor.DiscardPolicy());
    private volatile boolean running = true;
    private volatile boolean alive = true;

    FeedStreams(CatchUp catchUp, TokenWatch tokens, FeedConfig config, MeterRegistry meters) {
        this.ring = new FeedRing(config.feedKept());
        this.catchUp = catchUp;
        this.tokens = tokens;
        tokens.whenRevoked(this::revoked);
        long comment = config.streamComment().toMillis();
        var unused = thread.scheduleWithFixedDelay(
                () -> open.keySet().forEach(FeedStream::keepAlive), comment, comment, TimeUnit.MILLISECONDS);
        Gauge.builder("odradek.ingest.feed.streams", open, Map::size)
                .description("Open streams of notifications")
                .register(meters);
        this.dropped = Counter.builder("odradek.ingest.feed.dropped")
                .description("Streams of notifications cut off because their reader was too slow")
                .register(meters);
    }

    FeedRing ring() {
        return ring;
    }

    /** @param lastSeen the id of the last notification that was seen; absent: from now on */
    void open(Access access, @Nullable Long lastSeen, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        if (!running) {
            throw Problem.STARTING.because("This odradek is stopping; ask another one, or try again.");
        }
        response.setStatus(HttpServletResponse.SC_OK);
        response.setContentType("text/event-stream");
        response.setCharacterEncoding("utf-8");
        response.setHeader("Cache-Control", "no-store");
        response.setHeader("X-Accel-Buffering", "no");
        // Its time-out stays that of all requests, which is none: any other makes Tomcat lose requests.
        AsyncContext context = request.startAsync();
        FeedStream stream = new FeedStream(context, response.getOutputStream(), ring, access.tenant(), open::remove);
        place(stream, lastSeen);
        String token = access.tokenId() == null ? NOBODY : access.tokenId();
        open.put(stream, token);
        stream.begin();
        if (!running || (!token.isEmpty() && tokens.isRevoked(token))) {
            stream.end();
        }
    }

    private void place(FeedStream stream, @Nullable Long lastSeen) {
        long from = lastSeen == null ? ring.next() : lastSeen + 1;
        stream.say("hello", state(), lastSeen == null ? from - 1 : lastSeen);
        if (lastSeen == null || (ring.holds(from) && from <= ring.next())) {
            stream.follow(from);
        } else {
            // Of long ago, or of what another instance has read already.
            stream.catchUp(from);
            catchUp.begin(stream, from, ring);
        }
    }

    private String state() {
        return "{\"live\": " + alive + "}";
    }

    /** Those who have fallen behind what is at hand are too slow, and come back to read it from Kafka. */
    void wake() {
        open.keySet().forEach(stream -> {
            if (!stream.wake()) {
                dropped.increment();
                stream.end();
            }
        });
    }

    /** Whether anybody writes notifications. */
    void alive(boolean now) {
        if (now != alive) {
            alive = now;
            open.keySet().forEach(stream -> stream.say("feed", state(), null));
        }
    }

    private void revoked(String tokenId) {
        thread.execute(() -> open.forEach((stream, token) -> {
            if (token.equals(tokenId)) {
                stream.end();
            }
        }));
    }

    @Override
    public void start() {
        running = true;
    }

    /** Whoever listens here goes on at another instance. */
    @Override
    public void stop() {
        running = false;
        open.keySet().forEach(FeedStream::end);
        thread.shutdownNow();
    }

    @Override
    public boolean isRunning() {
        return running;
    }
}

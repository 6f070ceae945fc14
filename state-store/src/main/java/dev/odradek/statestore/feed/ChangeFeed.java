package dev.odradek.statestore.feed;

import dev.odradek.statestore.table.DatabaseConfig;
import dev.odradek.statestore.table.DatabaseException;
import dev.odradek.topics.settings.Connection;
import io.micrometer.core.instrument.MeterRegistry;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells on {@code notifications} of every row of the read model that changes, at least once, for as long as it runs.
 *
 * <p>Of several instances one does so, and the others wait to take over. Whatever fails is tried again until it works;
 * nothing else waits for it.
 */
public final class ChangeFeed implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ChangeFeed.class);
    private static final Duration SHORTEST = Duration.ofMillis(100);
    private static final Duration LONGEST = Duration.ofSeconds(2);
    private static final Duration PATIENCE = Duration.ofSeconds(25);
    /** A slot that could not be read so often in a row will never be: such as one older than its publication. */
    private static final int HOPELESS = 5;

    private final Connection kafka;
    private final DatabaseConfig config;
    private final FeedMeters meters;
    private final CompletableFuture<Void> stop = new CompletableFuture<>();
    private final Thread thread = new Thread(this::run, "change-feed");
    private volatile boolean running;
    private volatile @Nullable String trouble;
    private @Nullable String worry;
    private int barren;

    private ChangeFeed(Connection kafka, DatabaseConfig config, MeterRegistry registry) {
        this.kafka = kafka;
        this.config = config;
        this.meters = new FeedMeters(registry, this::isRunning);
    }

    /** Returns at once; the topics must be there, the tables will be waited for. */
    public static ChangeFeed start(Connection kafka, DatabaseConfig config, MeterRegistry registry) {
        ChangeFeed feed = new ChangeFeed(kafka, config, registry);
        feed.thread.setDaemon(true);
        feed.thread.start();
        return feed;
    }

    /** Whether this is the instance that tells. */
    public boolean isRunning() {
        return running;
    }

    /** Why it cannot tell just now, and what to do about it; absent: it does, or another instance may. */
    public @Nullable String trouble() {
        return trouble;
    }

    private void run() {
        Duration pause = SHORTEST;
        while (!stop.isDone()) {
            boolean told = hold();
            pause = told ? SHORTEST : min(pause.multipliedBy(2), LONGEST);
            rest(pause);
        }
    }

    /** Whether the slot was held and read. */
    private boolean hold() {
        Session session = new Session(kafka, config, meters);
        try {
            session.hold(barren >= HOPELESS, stop, new Session.Told() {
                @Override
                public void worry(String sentence) {
                    worried(sentence);
                }

                @Override
                public void running() {
                    begun();
                }
            });
            trouble = null;
            barren = 0;
        } catch (SQLException e) {
            fell(DatabaseException.of(config, e));
        } catch (ExecutionException e) {
            barren = session.heard() ? 0 : barren + 1;
            fell(e.getCause() == null ? e : e.getCause());
        } catch (RuntimeException e) {
            fell(e);
        } catch (InterruptedException e) {
            // Only close interrupts, when it has waited long enough.
            LOG.debug("the change feed was interrupted");
        } finally {
            running = false;
        }
        return session.heard();
    }

    private void begun() {
        running = true;
        trouble = null;
        barren = 0;
        LOG.info("the change feed tells of changed rows");
    }

    private void worried(String sentence) {
        if (!sentence.equals(worry)) {
            worry = sentence;
            LOG.warn(sentence);
        }
    }

    private void fell(Throwable failure) {
        if (stop.isDone()) {
            return;
        }
        String sentence = failure instanceof DatabaseException ? String.valueOf(failure.getMessage()) : why(failure);
        if (!sentence.equals(trouble)) {
            LOG.atWarn().log("there are no notifications of changed rows for now: {}", sentence);
        }
        trouble = sentence;
    }

    private String why(Throwable failure) {
        Throwable deepest = failure;
        while (deepest.getCause() != null && deepest.getCause() != deepest) {
            deepest = deepest.getCause();
        }
        return deepest instanceof SQLException sql
                ? String.valueOf(DatabaseException.of(config, sql).getMessage())
                : "The change feed stopped (" + deepest + "); it is started again.";
    }

    private void rest(Duration pause) {
        try {
            stop.get(pause.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException | ExecutionException e) {
            LOG.trace("trying again");
        } catch (InterruptedException e) {
            stop.complete(null);
        }
    }

    private static Duration min(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    /** Returns when the slot is free for another. */
    @Override
    public void close() {
        stop.complete(null);
        try {
            thread.join(PATIENCE.toMillis());
            if (thread.isAlive()) {
                LOG.warn("the change feed did not stop cleanly");
                thread.interrupt();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

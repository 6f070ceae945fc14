package dev.odradek.statestore.patrol;

import dev.odradek.statestore.audit.Overdue;
import dev.odradek.statestore.item.Item;
import dev.odradek.topics.command.CommandRecord;
import dev.odradek.topics.format.Json;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Goes round all rows of this instance, again and again and with a small share of one core, and has overdue offers
 * repeated (ADR 0031).
 *
 * <p>It only wishes: the core decides, by the epoch, whether an offer still stands.
 */
public final class Patrol implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Patrol.class);
    private static final String ITEMS = "item/";
    private static final int STEP = 1_000;

    /** It rests so many times as long as it has walked: over ten million items it takes some hours. */
    private static final int REST = 200;

    private final Supplier<KeyValueIterator<String, byte[]>> rows;
    private final Function<CommandRecord, CompletableFuture<?>> sender;
    private final Pace pace;
    private final Counter repeated;
    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(work -> {
        Thread patrol = new Thread(work, "patrol");
        patrol.setDaemon(true);
        return patrol;
    });
    private @Nullable KeyValueIterator<String, byte[]> round;
    private volatile long roundEnded;

    /**
     * When it walks.
     *
     * @param clock the time of day, in milliseconds
     * @param between how long it rests after each round, and before the first
     */
    public record Pace(LongSupplier clock, Duration between) {
        public static final Pace USUAL = new Pace(System::currentTimeMillis, Duration.ofMinutes(10));
    }

    /**
     * Readies a patrol; {@link #start} sends it on its way.
     *
     * @param rows all rows of this instance as they are now, in any order
     * @param sender writes a command to the log
     */
    public Patrol(
            Supplier<KeyValueIterator<String, byte[]>> rows,
            Function<CommandRecord, CompletableFuture<?>> sender,
            Pace pace,
            MeterRegistry meters) {
        this.rows = rows;
        this.sender = sender;
        this.pace = pace;
        this.roundEnded = now();
        this.repeated = Counter.builder("odradek.state.store.patrol.repeats")
                .description("Offers without a timer that were found overdue and are to be repeated")
                .register(meters);
        Gauge.builder("odradek.state.store.patrol.age", this, p -> (p.now() - p.roundEnded) / 1e3)
                .description("How long ago the last round over all rows of this instance has ended")
                .baseUnit("seconds")
                .register(meters);
    }

    public void start() {
        next(pace.between().toNanos());
    }

    private void next(long nanos) {
        if (!thread.isShutdown()) {
            var unused = thread.schedule(this::walk, nanos, TimeUnit.NANOSECONDS);
        }
    }

    private void walk() {
        long began = System.nanoTime();
        long rest = pace.between().toNanos();
        try {
            if (step()) {
                rest = (System.nanoTime() - began) * REST;
            }
        } catch (RuntimeException e) {
            // A partition has moved, or the state-store is restoring: the next round begins afresh.
            LOG.atInfo().log("a patrol was given up, the next one begins in {}: {}", pace.between(), e + "");
            endRound();
        }
        next(rest);
    }

    /** Looks at some rows; false once that were all. */
    boolean step() {
        KeyValueIterator<String, byte[]> current = round == null ? rows.get() : round;
        round = current;
        for (int i = 0; i < STEP; i++) {
            if (!current.hasNext()) {
                endRound();
                roundEnded = now();
                return false;
            }
            look(current.next());
        }
        return true;
    }

    private void look(KeyValue<String, byte[]> row) {
        if (row.key.startsWith(ITEMS)) {
            String tenant = row.key.substring(ITEMS.length(), row.key.indexOf('/', ITEMS.length()));
            Overdue.of(tenant, Json.readRow(row.value, Item.class), now()).forEach(this::send);
        }
    }

    private void send(CommandRecord again) {
        repeated.increment();
        var unused = sender.apply(again).whenComplete((written, failure) -> {
            if (failure != null) {
                LOG.atDebug().log("an overdue offer waits for the next patrol: {}", failure + "");
            }
        });
    }

    private long now() {
        return pace.clock().getAsLong();
    }

    private void endRound() {
        if (round != null) {
            round.close();
            round = null;
        }
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}

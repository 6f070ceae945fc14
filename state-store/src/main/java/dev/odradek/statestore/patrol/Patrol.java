package dev.odradek.statestore.patrol;

import dev.odradek.statestore.audit.Overdue;
import dev.odradek.statestore.item.Item;
import dev.odradek.topics.command.CommandRecord;
import dev.odradek.topics.format.Json;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.LongSupplier;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;

/**
 * Goes round all rows of this instance, again and again and with a small share of one core, and has overdue offers
 * repeated (ADR 0031).
 *
 * <p>It only wishes: the core decides, by epoch and time of the offer, whether that still stands.
 */
public final class Patrol implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Patrol.class);
    private static final String ITEMS = "item/";
    private static final int STEP = 100;

    /** It rests so many times as long as it has walked: over ten million items it takes some hours. */
    private static final int REST = 200;

    /** However long a step took: while the broker is away it takes as long as that. */
    private static final long LONGEST_REST = Duration.ofMinutes(10).toNanos();

    private final int partitions;
    private final IntFunction<Optional<KeyValueIterator<String, byte[]>>> rows;
    private final Function<CommandRecord, CompletableFuture<?>> sender;
    private final Pace pace;
    private final Counter repeated;
    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(work -> {
        Thread patrol = new Thread(work, "patrol");
        patrol.setDaemon(true);
        return patrol;
    });
    /** What is left of the partition it is in. */
    private @Nullable KeyValueIterator<String, byte[]> here;

    private int partition;
    /** How many partitions of this round it has behind it. */
    private int behind;
    /** Whether it has left out something of this round. */
    private boolean failed;

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
     * @param rows all rows of a partition as they are now, in any order; absent: they are elsewhere
     * @param sender writes a command to the log
     */
    public Patrol(
            int partitions,
            IntFunction<Optional<KeyValueIterator<String, byte[]>>> rows,
            Function<CommandRecord, CompletableFuture<?>> sender,
            Pace pace,
            MeterRegistry meters) {
        this.partitions = partitions;
        this.rows = rows;
        this.sender = sender;
        this.pace = pace;
        this.roundEnded = now();
        // Any of them: who is started anew more often than a round takes comes to all of them in time.
        this.partition = Math.floorMod(now(), partitions);
        this.repeated = Counter.builder("odradek.state.store.patrol.repeats")
                .description("Offers without a timer that were found overdue and are to be repeated")
                .register(meters);
        Gauge.builder("odradek.state.store.patrol.age", this, p -> (p.now() - p.roundEnded) / 1e3)
                .description("How long ago a round over all rows of this instance has last ended")
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
        boolean goesOn = true;
        try {
            goesOn = step();
        } finally {
            long walked = System.nanoTime() - began;
            next(goesOn ? Math.min(REST * walked, LONGEST_REST) : pace.between().toNanos());
        }
    }

    /** Looks at some rows, whatever becomes of it; false once it has been round. */
    boolean step() {
        try {
            return lookAtSome() || leave();
        } catch (InvalidStateStoreException moving) {
            // Whoever has the partition next goes round there; that may be this one.
            failed = true;
            return leave();
        } catch (RuntimeException | Error e) {
            if (!thread.isShutdown()) {
                LOG.atError().addKeyValue("partition", partition).setCause(e).log("a patrol leaves a partition out");
            }
            failed = true;
            return leave();
        }
    }

    /** False once those of its partition were all. */
    private boolean lookAtSome() {
        KeyValueIterator<String, byte[]> left =
                here == null ? rows.apply(partition).orElse(null) : here;
        here = left;
        for (int i = 0; left != null && i < STEP && left.hasNext(); i++) {
            look(left.next());
        }
        return left != null && left.hasNext();
    }

    /** Goes to the next partition; false if that ends the round. */
    private boolean leave() {
        KeyValueIterator<String, byte[]> left = here;
        here = null;
        partition = (partition + 1) % partitions;
        behind = (behind + 1) % partitions;
        if (behind == 0) {
            // Otherwise its age goes on growing, which is how it is known.
            roundEnded = failed ? roundEnded : now();
            failed = false;
        }
        if (left != null) {
            left.close();
        }
        return behind != 0;
    }

    private void look(KeyValue<String, byte[]> row) {
        if (row.key.startsWith(ITEMS)) {
            String tenant = row.key.substring(ITEMS.length(), row.key.indexOf('/', ITEMS.length()));
            item(row).ifPresent(item -> Overdue.of(tenant, item, now()).forEach(this::send));
        }
    }

    /** Absent if it cannot be read: those behind it can be. */
    private Optional<Item> item(KeyValue<String, byte[]> row) {
        try {
            return Optional.of(Json.readRow(row.value, Item.class));
        } catch (JacksonException e) {
            LOG.atError().addKeyValue("row", row.key).setCause(e).log("a patrol cannot read a row");
            failed = true;
            return Optional.empty();
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

    /** A step that is under way may go on for a moment: it ends at the first thing that is closed. */
    @Override
    public void close() {
        thread.shutdownNow();
    }
}

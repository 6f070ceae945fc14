package dev.odradek.statestore.feed;

import dev.odradek.statestore.table.DatabaseConfig;
import dev.odradek.statestore.table.DatabaseException;
import dev.odradek.statestore.table.Publication;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One time at the slot, from getting hold of it to losing or leaving it. */
final class Session {
    private static final Logger LOG = LoggerFactory.getLogger(Session.class);
    /** Lets the slot go on when only others write: without a change of ours it would keep their log for ever. */
    private static final Duration BEAT = Duration.ofSeconds(5);

    private final dev.odradek.topics.settings.Connection kafka;
    private final DatabaseConfig config;
    private final FeedMeters meters;
    private final String name;
    private volatile boolean heard;

    /** Hears what becomes of it. */
    interface Told {
        void worry(String sentence);

        void running();
    }

    Session(dev.odradek.topics.settings.Connection kafka, DatabaseConfig config, FeedMeters meters) {
        this.kafka = kafka;
        this.config = config;
        this.meters = meters;
        this.name = Publication.name(config.schema());
    }

    /** Whether the slot could be read at all. */
    boolean heard() {
        return heard;
    }

    /**
     * Returns when it is to stop, or at once if another is at the slot.
     *
     * @param distrust whether the slot is to be made anew whatever it looks like
     */
    void hold(boolean distrust, CompletableFuture<Void> stop, Told told)
            throws SQLException, InterruptedException, ExecutionException {
        try (Connection database = Databases.connect(config)) {
            Fitness fitness = Fitness.of(database, config);
            fitness.complaint().ifPresent(lacking -> {
                throw DatabaseException.saying(lacking);
            });
            if (!Databases.alone(database, config.schema())) {
                return;
            }
            Optional<Slot> slot = Slot.find(database, name);
            // The reader of one that was cut off stays until the database notices.
            if (slot.filter(Slot::active).isPresent()) {
                return;
            }
            if (slot.filter(Slot::foreign).isPresent()) {
                throw DatabaseException.saying("The change feed needs the replication slot " + name + " at "
                        + config.url() + ", but one of that name belongs to another database or reader; drop that, or"
                        + " name another schema with odradek.database.schema.");
            }
            fitness.advice().ifPresent(told::worry);
            try (Announcer announcer = new Announcer(kafka, name, meters)) {
                trust(database, slot, fitness.system(), distrust, announcer);
                stream(database, new Telling(config, fitness.system(), announcer), stop, told);
            }
        }
    }

    private void trust(Connection database, Optional<Slot> slot, String system, boolean distrust, Announcer announcer)
            throws SQLException, InterruptedException {
        boolean changed = Publication.ensure(database, config.schema());
        Optional<String> missing = Trust.missing(
                        slot.orElse(null), Positions.of(kafka, name).orElse(null), system)
                .or(() -> changed ? Optional.of("changes were not published for a while") : Optional.empty())
                .or(() -> distrust ? Optional.of("the replication slot cannot be read") : Optional.empty());
        if (missing.isEmpty()) {
            return;
        }
        announcer.forget();
        if (slot.isPresent()) {
            Slot.drop(database, name);
        }
        long start = Slot.create(database, name);
        long rows = new RowPass(database, announcer, start).tell(List.of());
        announcer.reached(Position.in(system, start));
        LOG.atInfo().log("the change feed has begun anew and told of every row, {} in all: {}", rows, missing.get());
    }

    private void stream(Connection database, Telling telling, CompletableFuture<Void> stop, Told told)
            throws SQLException, InterruptedException, ExecutionException {
        try (Engine engine = Engine.start(config, telling, told::running)) {
            while (!stop.isDone() && !engine.ended().isDone()) {
                Publication.tell(database, config.schema(), "beat");
                try {
                    CompletableFuture.anyOf(stop, engine.ended()).get(BEAT.toMillis(), TimeUnit.MILLISECONDS);
                } catch (TimeoutException e) {
                    LOG.trace("a beat has passed");
                }
            }
            if (!stop.isDone()) {
                engine.ended().get();
                throw new IllegalStateException("Debezium stopped, and does not say why");
            }
        } finally {
            heard = telling.heard();
        }
    }
}

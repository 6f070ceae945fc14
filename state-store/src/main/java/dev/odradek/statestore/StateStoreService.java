package dev.odradek.statestore;

import dev.odradek.statestore.partition.Core;
import dev.odradek.statestore.partition.UnsupportedLevelException;
import dev.odradek.statestore.patrol.Patrol;
import dev.odradek.statestore.read.Alarms;
import dev.odradek.statestore.read.Reads;
import dev.odradek.statestore.stream.HoldingClients;
import dev.odradek.statestore.stream.QueueTopics;
import dev.odradek.statestore.stream.StateStoreMeters;
import dev.odradek.statestore.stream.StateStoreTopology;
import dev.odradek.statestore.stream.StreamsProperties;
import dev.odradek.topics.TopicKeeper;
import dev.odradek.topics.command.CommandRecord;
import dev.odradek.topics.command.PartitionCommand.Level;
import dev.odradek.topics.route.CommandWriter;
import dev.odradek.topics.route.Ids;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.BaseUnits;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.streams.CloseOptions;
import org.apache.kafka.streams.CloseOptions.GroupMembershipOperation;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.KafkaStreams.State;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One running state-store instance: topics ensured, Streams running, reads open. */
public final class StateStoreService implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(StateStoreService.class);
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    /** How fast memory is emptied to disk at least: packed rows are written as what they are, several times as much. */
    private static final int MIB_A_SECOND = 5;

    private final StateStoreConfig config;
    private final Admin admin;
    private final KafkaStreams streams;
    private final CommandWriter followUps;
    private final Patrol patrol;
    private final boolean firstEver;
    private final long since = System.currentTimeMillis();
    private final CountDownLatch settled = new CountDownLatch(1);

    private StateStoreService(StateStoreConfig config, MeterRegistry meters, Patrol.Pace pace) {
        this.config = config;
        this.admin = Admin.create(config.connection().clientProperties());
        TopicKeeper keeper = new TopicKeeper(admin);
        keeper.ensure(config.connection().plan().fixed());
        var plan = config.connection().plan();
        var topology = StateStoreTopology.of(
                new Core(plan.partitions()),
                plan,
                new QueueTopics(plan, keeper),
                new StateStoreMeters(meters),
                config.memoryBytes(),
                config.rowsBytes());
        // Nobody has decided anything yet, so nobody decides it as older versions do.
        this.firstEver = keeper.isUnwritten(plan.commands());
        this.streams = new KafkaStreams(topology, StreamsProperties.of(config), new HoldingClients(plan));
        this.followUps = CommandWriter.ofFollowUps(config.connection());
        this.patrol = new Patrol(plan.partitions(), p -> reads().rows(p), followUps::send, pace, meters);
        Gauge.builder("odradek.state.store.running", streams, s -> s.state() == State.RUNNING ? 1 : 0)
                .description("1 while every partition of this instance is being decided")
                .register(meters);
        Gauge.builder("odradek.state.store.memory", config, c -> c.memoryBytes() + c.rowsBytes())
                .description("What rows and RocksDB may take outside the heap, as configured")
                .baseUnit(BaseUnits.BYTES)
                .register(meters);
    }

    /** Returns once every partition assigned to this instance is being decided. */
    public static StateStoreService start(StateStoreConfig config, MeterRegistry meters) {
        return start(config, meters, Patrol.Pace.USUAL);
    }

    /** The same with a patrol that has a pace of its own. */
    public static StateStoreService start(StateStoreConfig config, MeterRegistry meters, Patrol.Pace pace) {
        StateStoreService service = new StateStoreService(config, meters, pace);
        service.start();
        if (service.firstEver) {
            service.raiseLevel();
        }
        service.patrol.start();
        return service;
    }

    public Reads reads() {
        return new Reads(streams, config.connection().plan(), Alarms.NONE, since);
    }

    public boolean isRunning() {
        return streams.state() == State.RUNNING || streams.state() == State.REBALANCING;
    }

    /** Asks every partition to decide as the newest code does; only when no older instance is left. */
    public void raiseLevel() {
        try (CommandWriter writer = new CommandWriter(config.connection())) {
            for (int p = 0; p < config.connection().plan().partitions(); p++) {
                if (reads().level(p) >= Core.NEWEST_LEVEL) {
                    continue;
                }
                Level level = new Level(Core.NEWEST_LEVEL);
                writer.send(p, CommandRecord.of("odradek", Ids.fresh(), "level", level))
                        .join();
            }
        }
    }

    private void start() {
        streams.setUncaughtExceptionHandler(failure -> {
            LOG.atError().setCause(failure).log("a stream thread failed");
            return cause(failure) instanceof UnsupportedLevelException
                    ? StreamThreadExceptionResponse.SHUTDOWN_CLIENT
                    : StreamThreadExceptionResponse.REPLACE_THREAD;
        });
        streams.setStateListener((now, before) -> {
            if (now == State.RUNNING || now == State.ERROR || now == State.NOT_RUNNING) {
                settled.countDown();
            }
        });
        streams.start();
        try {
            if (!settled.await(PATIENCE.toMillis(), TimeUnit.MILLISECONDS) || !isRunning()) {
                close();
                throw new IllegalStateException("The state-store did not start within " + PATIENCE.toMinutes()
                        + " minutes (it is " + streams.state() + "); see its log for the cause.");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            close();
            throw new IllegalStateException("interrupted while starting", e);
        }
    }

    private static Throwable cause(Throwable failure) {
        Throwable deepest = failure;
        while (deepest.getCause() != null) {
            deepest = deepest.getCause();
        }
        return deepest;
    }

    /** How long a stop may take: all rows that are only in memory are written first, and the disk may be slow. */
    public Duration toStop() {
        return Duration.ofSeconds(30 + (config.rowsBytes() >> 20) / MIB_A_SECOND);
    }

    @Override
    public void close() {
        patrol.close();
        followUps.close();
        // Streams stays a member of its group by default, and whoever takes over would wait for the session to end.
        boolean stopped = streams.close(CloseOptions.groupMembershipOperation(GroupMembershipOperation.LEAVE_GROUP)
                .withTimeout(toStop()));
        if (!stopped) {
            LOG.atWarn()
                    .addKeyValue("seconds", toStop().toSeconds())
                    .log("the state-store did not stop in time; what it had in memory comes back from its changelog");
        }
        admin.close(Duration.ofSeconds(5));
    }
}

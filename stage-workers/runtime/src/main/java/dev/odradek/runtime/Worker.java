package dev.odradek.runtime;

import dev.odradek.runtime.dispatch.Slots;
import dev.odradek.runtime.dispatch.StopSignal;
import dev.odradek.topics.settings.Connection;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes work from one queue and has it done until it is closed.
 *
 * <p>No failure of the broker ends it: it waits and goes on. When the JVM is told to exit, it is closed first.
 */
public final class Worker implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Worker.class);
    private static final Duration BREATH = Duration.ofSeconds(1);

    private final WorkerConfig config;
    private final Slots slots;
    private final Tally tally;
    private final StopSignal stop = new StopSignal();
    private final AtomicBoolean closing = new AtomicBoolean();
    private final CountDownLatch ended = new CountDownLatch(1);
    private final Thread thread;
    private final Optional<MetricsServer> metricsServer;
    /** A SIGTERM must not strand what is in hand. */
    private final Thread onExit = new Thread(this::close, "odradek-worker-exit");

    private volatile Optional<Session> session = Optional.empty();

    private Worker(Connection connection, WorkerConfig config, Handling handling, Admin admin) {
        this.config = config;
        this.slots = new Slots(config.items());
        this.tally = new Tally(config.queue(), slots::taken, slots::total);
        this.metricsServer = config.metricsPort() < 0
                ? Optional.empty()
                : Optional.of(MetricsServer.on(config.metricsPort(), this::metrics));
        this.thread = new Thread(() -> run(connection, handling, admin), "odradek-worker-" + config.queue());
    }

    /** Starts to describe a worker of the broker at {@code host:port}. */
    public static WorkerBuilder to(String bootstrap) {
        return new WorkerBuilder().bootstrap(bootstrap);
    }

    /** Starts to describe a worker by the process's own {@code odradek.*} settings. */
    public static WorkerBuilder configured() {
        return new WorkerBuilder();
    }

    static Worker start(Connection connection, WorkerConfig config, Handling handling) {
        Admin admin;
        try {
            admin = Admin.create(connection.clientProperties());
        } catch (KafkaException e) {
            throw new IllegalArgumentException(
                    "odradek.bootstrap must name a broker as host:port, was " + connection.bootstrap() + " ("
                            + Optional.ofNullable(e.getCause()).orElse(e).getMessage() + ")",
                    e);
        }
        Worker worker = new Worker(connection, config, handling, admin);
        worker.thread.start();
        Runtime.getRuntime().addShutdownHook(worker.onExit);
        return worker;
    }

    private void run(Connection connection, Handling handling, Admin admin) {
        Optional<Surroundings> found;
        try (admin) {
            found = Surroundings.await(admin, connection, config, stop);
        }
        if (found.isEmpty()) {
            return;
        }
        while (!stop.given()) {
            try {
                atWork(found.get(), handling).take();
            } catch (RuntimeException e) {
                LOG.atWarn().addKeyValue("queue", config.queue()).setCause(e).log("stumbled, trying again");
                stop.givenWithin(BREATH);
            }
        }
    }

    private Session atWork(Surroundings found, Handling handling) {
        Session present = session.orElse(null);
        if (present == null) {
            present = new Session(found, config, handling, slots, tally);
            session = Optional.of(present);
            LOG.atInfo()
                    .addKeyValue("queue", config.queue())
                    .addKeyValue("worker", config.id())
                    .log("at work with {} slots, {}", slots.total(), found.transport());
        }
        if (stop.given()) {
            present.stopTaking();
        }
        return present;
    }

    public String id() {
        return config.id();
    }

    public WorkerConfig config() {
        return config;
    }

    /** The metrics as Prometheus reads them; their names are those of {@link WorkerMetric}. */
    public String metrics() {
        return tally.exposition();
    }

    /** Where the metrics are served, if they are. */
    public OptionalInt metricsPort() {
        return metricsServer.map(server -> OptionalInt.of(server.port())).orElse(OptionalInt.empty());
    }

    /** Waits until the worker is closed. */
    public void join() throws InterruptedException {
        ended.await();
    }

    /** Ends as configured: by default it lets running handlers finish for a while, then gives back the rest. */
    @Override
    public void close() {
        close(config.onStop());
    }

    public void close(Stop how) {
        if (closing.compareAndSet(false, true)) {
            try {
                end(how);
            } finally {
                ended.countDown();
                forgetExit();
            }
        }
    }

    private void forgetExit() {
        try {
            Runtime.getRuntime().removeShutdownHook(onExit);
        } catch (IllegalStateException e) {
            LOG.trace("closed by the exit itself");
        }
    }

    private void end(Stop how) {
        stop.give();
        session.ifPresent(Session::stopTaking);
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        session.ifPresent(present -> present.end(how, config.drain()));
        metricsServer.ifPresent(MetricsServer::close);
        LOG.atInfo()
                .addKeyValue("queue", config.queue())
                .addKeyValue("worker", config.id())
                .log("ended");
    }
}

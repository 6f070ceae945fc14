package dev.odradek.runtime;

import dev.odradek.topics.machine.Transport;
import dev.odradek.topics.settings.Connection;
import dev.odradek.topics.settings.Settings;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/** Describes a worker; what the environment says about an {@code odradek.*} key wins over what is said here. */
public final class WorkerBuilder {
    private Settings settings = Settings.ofProcess();
    private Optional<Connection> connection = Optional.empty();
    private Optional<Handling> handling = Optional.empty();
    private boolean oneByOne;

    WorkerBuilder() {}

    WorkerBuilder bootstrap(String bootstrap) {
        settings = settings.with("odradek.bootstrap", bootstrap);
        return this;
    }

    /** Where to, by prefix and client properties too. */
    public WorkerBuilder connection(Connection to) {
        connection = Optional.of(to);
        return this;
    }

    public WorkerBuilder queue(String queue) {
        return with("queue", queue);
    }

    /** How many calls of the handler may run at once. */
    public WorkerBuilder concurrency(int calls) {
        return with("concurrency", calls);
    }

    /** What the worker's id starts with; the queue unless told. */
    public WorkerBuilder role(String role) {
        return with("role", role);
    }

    /** A worker's own id; it must be unlike any other's. */
    public WorkerBuilder id(String id) {
        return with("id", id);
    }

    public WorkerBuilder tenant(String tenant) {
        return with("tenant", tenant);
    }

    /** Up to {@code size} items per call of {@link #handleAll}. */
    public WorkerBuilder batch(int size) {
        return with("batch", true).with("batch-size", size);
    }

    public WorkerBuilder batchLinger(Duration linger) {
        return with("batch-linger", millis(linger));
    }

    /** Overrides what the partitions of the work topic suggest. */
    public WorkerBuilder transport(Transport transport) {
        return with("transport", transport.name().toLowerCase(Locale.ROOT));
    }

    public WorkerBuilder claimAfter(Duration delay) {
        return with("claim-after", millis(delay));
    }

    public WorkerBuilder claimTimeout(Duration timeout) {
        return with("claim-timeout", millis(timeout));
    }

    /**
     * How long a dispatch waits on another worker's partition before this one takes it from there if it is idle; zero:
     * for ever.
     */
    public WorkerBuilder helpAfter(Duration wait) {
        return with("help-after", millis(wait));
    }

    public WorkerBuilder presence(Duration every) {
        return with("presence", millis(every));
    }

    /** After how long a silence the reaper takes the worker's leases; the reaper must be told the same. */
    public WorkerBuilder presenceTimeout(Duration silence) {
        return with("presence-timeout", millis(silence));
    }

    /** How long before that the worker stops its own handlers. */
    public WorkerBuilder fenceMargin(Duration margin) {
        return with("fence-margin", millis(margin));
    }

    /** How long a stop waits for running handlers. */
    public WorkerBuilder drain(Duration patience) {
        return with("drain", millis(patience));
    }

    public WorkerBuilder onStop(Stop how) {
        return with("release-on-stop", how == Stop.RELEASE_NOW);
    }

    /** Interrupts the handler's thread when its work is cancelled. */
    public WorkerBuilder interruptOnCancel() {
        return with("interrupt-on-cancel", true);
    }

    /** Serves metrics on this port; 0 takes any free one. */
    public WorkerBuilder metricsPort(int port) {
        return with("metrics-port", port);
    }

    public WorkerBuilder handle(Handler handler) {
        handling = Optional.of(Handling.each(handler));
        oneByOne = true;
        return this;
    }

    public WorkerBuilder handleAll(BatchHandler handler) {
        handling = Optional.of(Handling.all(handler));
        oneByOne = false;
        return this;
    }

    /** Starts the worker; it waits for its broker and topics if they are not there yet. */
    public Worker start() {
        WorkerConfig config = WorkerConfig.from(settings);
        Handling how = handling.orElseThrow(
                () -> new IllegalStateException("a worker needs a handler: call handle or handleAll before start"));
        if (oneByOne && config.batch() > 1) {
            throw new IllegalStateException("batches need a handler that takes them: call handleAll, not handle");
        }
        return Worker.start(connection.orElseGet(() -> Connection.from(settings)), config, how);
    }

    private WorkerBuilder with(String name, Object value) {
        settings = settings.with(WorkerConfig.ROOT + name, value);
        return this;
    }

    private static String millis(Duration duration) {
        return duration.toMillis() + "ms";
    }
}

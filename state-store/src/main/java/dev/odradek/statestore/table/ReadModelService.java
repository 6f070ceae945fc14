package dev.odradek.statestore.table;

import dev.odradek.statestore.read.Views;
import dev.odradek.topics.settings.Connection;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the read model in its database for as long as it runs.
 *
 * <p>A database that is not there, or not fit, stops nothing but the read model: it is tried again until it is.
 */
public final class ReadModelService implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ReadModelService.class);
    private static final Duration TRY_AGAIN = Duration.ofSeconds(1);
    private static final Duration SWEEP_EVERY = Duration.ofMinutes(10);
    private static final int THREADS = 1;

    private final Connection connection;
    private final DatabaseConfig config;
    private final ScheduledExecutorService opening =
            Executors.newSingleThreadScheduledExecutor(work -> new Thread(work, "read-model"));
    private final Tide tide = new Tide();
    private final CountDownLatch settled = new CountDownLatch(1);
    private volatile @Nullable Running running;
    private volatile String trouble = "The read model is starting; try again in a moment.";

    private record Running(Database database, Projection projection) {}

    private ReadModelService(Connection connection, DatabaseConfig config) {
        this.connection = connection;
        this.config = config;
    }

    /** Returns at once; the topics must be there. */
    public static ReadModelService start(Connection connection, DatabaseConfig config, MeterRegistry meters) {
        ReadModelService service = new ReadModelService(connection, config);
        Gauge.builder("odradek.read.model.running", service, s -> s.trouble() == null ? 1 : 0)
                .description("1 while facts are being written to the read model")
                .register(meters);
        service.opening.execute(service::open);
        return service;
    }

    /** Waits until it works or has failed once. */
    public boolean await(Duration patience) throws InterruptedException {
        return settled.await(patience.toMillis(), TimeUnit.MILLISECONDS) && trouble() == null;
    }

    /** Why it does not work just now, and what to do about it; absent: it works. */
    public @Nullable String trouble() {
        Running now = running;
        return now == null ? trouble : now.projection().trouble();
    }

    /** What answers; {@link DatabaseException} while the database has not been opened. */
    public ReadModel readModel(Views views) {
        Running now = running;
        if (now == null) {
            throw new DatabaseException(trouble, null);
        }
        return new ReadModel(now.database(), connection.plan(), views, tide);
    }

    private void open() {
        Database database = null;
        try {
            database = Database.open(config);
            Projector projector = new Projector(database, connection.plan());
            Projection projection = new Projection(connection, projector, tide, THREADS);
            projection.start();
            running = new Running(database, projection);
            Retention retention = new Retention(database);
            opening.scheduleWithFixedDelay(() -> sweep(retention), 1, SWEEP_EVERY.toMinutes(), TimeUnit.MINUTES);
            LOG.atInfo().log("the read model is kept in {}", config);
        } catch (RuntimeException e) {
            if (database != null) {
                database.close();
            }
            String told = String.valueOf(e.getMessage());
            if (!told.equals(trouble)) {
                LOG.atWarn().log("there is no read model, and the pipeline goes on without: {}", told);
            }
            trouble = told;
            opening.schedule(this::open, TRY_AGAIN.toMillis(), TimeUnit.MILLISECONDS);
        } finally {
            settled.countDown();
        }
    }

    private static void sweep(Retention retention) {
        try {
            long gone = retention.sweep(Instant.now());
            LOG.atDebug().log("{} old rows went", gone);
        } catch (RuntimeException e) {
            LOG.atWarn().setCause(e).log("old rows stay until the next sweep");
        }
    }

    @Override
    public void close() {
        opening.shutdownNow();
        try {
            if (!opening.awaitTermination(10, TimeUnit.SECONDS)) {
                LOG.warn("the read model did not stop cleanly");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        Running now = running;
        if (now != null) {
            now.projection().close();
            now.database().close();
        }
    }
}

package dev.odradek.standalone.service;

import dev.odradek.localcluster.EmbeddedPostgres;
import dev.odradek.localcluster.PostgresConfig;
import dev.odradek.statestore.feed.ChangeFeed;
import dev.odradek.statestore.read.Views;
import dev.odradek.statestore.table.DatabaseConfig;
import dev.odradek.statestore.table.DatabaseException;
import dev.odradek.statestore.table.ReadModel;
import dev.odradek.statestore.table.ReadModelService;
import dev.odradek.topics.settings.Connection;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The read model of a process, the feed of its changes and, unless one is named, the database it is kept in. Nothing
 * else waits for them.
 */
public final class ReadSide implements AutoCloseable {
    /** The value of {@code odradek.database.url} that does without a read model. */
    public static final String NONE = "none";
    /** Who the read model connects as unless told otherwise. */
    public static final String USER = "postgres";

    private static final Logger LOG = LoggerFactory.getLogger(ReadSide.class);
    private static final int DEFAULT_PORT = 15_432;
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final StandaloneConfig config;
    private final CompletableFuture<Optional<EmbeddedPostgres>> own;
    private volatile @Nullable ReadModelService service;
    private volatile @Nullable ChangeFeed feed;
    private volatile String trouble;

    private ReadSide(StandaloneConfig config, CompletableFuture<Optional<EmbeddedPostgres>> own) {
        this.config = config;
        this.own = own;
        this.trouble = config.runs(Service.READ_MODEL)
                ? "The read model is starting; try again in a moment."
                : "This odradek keeps no read model, which alone knows that; start one with"
                        + " ./odradek up --only read-model, or ask the one that does, with --url.";
    }

    /** Begins to start the database, if it is to be one of our own; returns at once. */
    static ReadSide begin(StandaloneConfig config) {
        boolean ours = config.runs(Service.DATABASE) && named(config).isEmpty();
        return new ReadSide(
                config,
                ours
                        ? CompletableFuture.supplyAsync(
                                () -> Optional.of(EmbeddedPostgres.start(
                                        PostgresConfig.in(config.dataDir().root())
                                                .preferringPort(preferredPort(config)))),
                                work -> new Thread(work, "database").start())
                        : CompletableFuture.completedFuture(Optional.empty()));
    }

    /** Starts the read model on the database; returns when it works or has said why not. */
    void start(Connection connection, MeterRegistry meters) {
        Optional<DatabaseConfig> database = database();
        if (database.isEmpty()) {
            return;
        }
        ReadModelService started = ReadModelService.start(connection, database.get(), meters);
        service = started;
        try {
            if (!started.await(PATIENCE)) {
                LOG.atWarn().log("{}", trouble());
            }
            feed = ChangeFeed.start(connection, database.get(), meters);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Where the database is, once that is known. */
    @Nullable String url() {
        return database().map(DatabaseConfig::url).orElse(null);
    }

    /** That the database does not listen where it should, if so. */
    Optional<String> moved() {
        return own.isCompletedExceptionally()
                ? Optional.empty()
                : own.join()
                        .filter(EmbeddedPostgres::tookAnotherPort)
                        .map(database -> "Port " + preferredPort(config)
                                + " is taken; the database listens on 127.0.0.1:" + database.port() + " instead.");
    }

    /** Why there is no read model just now, and what to do about it; absent: there is one. */
    @Nullable String trouble() {
        ReadModelService started = service;
        if (started == null) {
            return trouble;
        }
        Optional<String> died = died();
        return died.isPresent() ? died.get() : started.trouble();
    }

    /** Why nothing was started, once it has been tried. */
    String reason() {
        return trouble;
    }

    boolean isNamed() {
        return named(config).isPresent();
    }

    /** What answers; {@link DatabaseException} says why it cannot. */
    ReadModel model(Views views) {
        ReadModelService started = service;
        if (started == null) {
            throw DatabaseException.saying(trouble);
        }
        Optional<String> died = died();
        if (died.isPresent()) {
            throw DatabaseException.saying(died.get());
        }
        return started.readModel(views);
    }

    /** That our own database's server is gone just now: nobody needs to start it. */
    private Optional<String> died() {
        return own.join()
                .filter(database -> !database.isRunning())
                .map(database -> "The database's server has died and is being started again by itself; try again in a"
                        + " moment, or see what " + config.dataDir().root().resolve("postgres.log") + " says.");
    }

    private Optional<DatabaseConfig> database() {
        if (named(config).filter(NONE::equals).isPresent()) {
            trouble = "There is no read model, for odradek.database.url is none; name a PostgreSQL there, or leave it"
                    + " out to have one started.";
            return Optional.empty();
        }
        try {
            Optional<EmbeddedPostgres> started = own.join();
            String url = started.map(EmbeddedPostgres::jdbcUrl)
                    .or(() -> named(config))
                    .or(() -> config.dataDir().running(Service.DATABASE).map(Endpoint::database))
                    .orElse(null);
            if (url == null) {
                trouble = "There is no database to keep the read model in; start one with ./odradek up --only database,"
                        + " or name one with odradek.database.url.";
                return Optional.empty();
            }
            String user = started.map(EmbeddedPostgres::user).orElse(USER);
            return Optional.of(DatabaseConfig.from(config.settings(), url, user));
        } catch (CompletionException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            trouble = "There is no read model, for its database did not start: " + cause.getMessage();
            return Optional.empty();
        }
    }

    private static int preferredPort(StandaloneConfig config) {
        return config.settings().number("odradek.database.port", DEFAULT_PORT);
    }

    private static Optional<String> named(StandaloneConfig config) {
        return Optional.of(config.settings().text(DatabaseConfig.URL, "")).filter(text -> !text.isBlank());
    }

    /** Stops the read model and its feed, not its database: while there is still a broker to sign off from. */
    void stop() {
        ChangeFeed telling = feed;
        if (telling != null) {
            telling.close();
        }
        ReadModelService started = service;
        if (started != null) {
            started.close();
        }
    }

    @Override
    public void close() {
        if (!own.isCompletedExceptionally()) {
            own.join().ifPresent(EmbeddedPostgres::close);
        }
    }
}

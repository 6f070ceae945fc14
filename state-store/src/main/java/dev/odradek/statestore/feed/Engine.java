package dev.odradek.statestore.feed;

import dev.odradek.statestore.table.DatabaseConfig;
import dev.odradek.statestore.table.Publication;
import io.debezium.connector.postgresql.PostgresConnector;
import io.debezium.embedded.Connect;
import io.debezium.engine.DebeziumEngine;
import io.debezium.engine.DebeziumEngine.ConnectorCallback;
import io.debezium.engine.RecordChangeEvent;
import io.debezium.engine.format.ChangeEventFormat;
import io.debezium.engine.spi.OffsetCommitPolicy;
import java.io.IOException;
import java.time.Duration;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.connect.source.SourceRecord;
import org.apache.kafka.connect.storage.MemoryOffsetBackingStore;
import org.postgresql.Driver;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Debezium on a thread of its own, reading on from where the slot stands. */
final class Engine implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Engine.class);
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    /** Debezium's management beans need a name each, also while an earlier one is still going away. */
    private static final AtomicLong STARTED = new AtomicLong();

    private final DebeziumEngine<RecordChangeEvent<SourceRecord>> engine;
    private final CompletableFuture<Void> ended = new CompletableFuture<>();

    private Engine(DatabaseConfig config, Telling telling, Runnable started) {
        this.engine = DebeziumEngine.create(ChangeEventFormat.of(Connect.class))
                .using(properties(config))
                .using(OffsetCommitPolicy.always())
                .using(new ConnectorCallback() {
                    @Override
                    public void pollingStarted() {
                        started.run();
                    }
                })
                .using((success, message, error) -> {
                    if (error == null) {
                        ended.complete(null);
                    } else {
                        ended.completeExceptionally(error);
                    }
                })
                .notifying(telling)
                .build();
    }

    static Engine start(DatabaseConfig config, Telling telling, Runnable started) {
        Engine engine = new Engine(config, telling, started);
        Thread thread = new Thread(engine::run, "change-feed-engine");
        thread.setDaemon(true);
        thread.start();
        return engine;
    }

    /** Done when it has stopped, by itself or not. */
    CompletableFuture<Void> ended() {
        return ended;
    }

    private void run() {
        try {
            engine.run();
        } catch (RuntimeException e) {
            ended.completeExceptionally(e);
        }
    }

    private static Properties properties(DatabaseConfig config) {
        String name = Publication.name(config.schema());
        Properties properties = new Properties();
        properties.setProperty("name", name);
        properties.setProperty("connector.class", PostgresConnector.class.getName());
        properties.setProperty("topic.prefix", name + "." + STARTED.incrementAndGet());
        properties.setProperty("plugin.name", "pgoutput");
        properties.setProperty("slot.name", name);
        properties.setProperty("publication.name", name);
        properties.setProperty("publication.autocreate.mode", "disabled");
        properties.setProperty("snapshot.mode", "no_data");
        // The slot alone says where to go on; how far it may be is kept in Kafka, see Position.
        properties.setProperty("offset.storage", MemoryOffsetBackingStore.class.getName());
        properties.setProperty("poll.interval.ms", "10");
        properties.setProperty("tombstones.on.delete", "false");
        properties.setProperty("table.include.list", config.schema() + "\\.(items|queues)");
        properties.setProperty("message.prefix.include.list", name);
        properties.setProperty("record.processing.threads", "1");
        // A restart inside Debezium would make a lost slot anew, and nobody would know what was missed.
        properties.setProperty("errors.max.retries", "0");
        properties.setProperty("slot.max.retries", "0");
        connection(config, properties);
        return properties;
    }

    /** Debezium wants the parts of the address. */
    private static void connection(DatabaseConfig config, Properties properties) {
        Properties parts = Driver.parseURL(config.url(), new Properties());
        if (parts == null) {
            throw new IllegalArgumentException(DatabaseConfig.URL + " cannot be read: " + config.url());
        }
        for (String part : parts.stringPropertyNames()) {
            String key = switch (part) {
                case "PGHOST" -> "database.hostname";
                case "PGPORT" -> "database.port";
                case "PGDBNAME" -> "database.dbname";
                default -> "driver." + part;
            };
            properties.setProperty(key, parts.getProperty(part));
        }
        properties.setProperty("database.user", config.user());
        properties.setProperty("database.password", config.password());
    }

    /** Returns when it has let go of the slot, or does not within a reasonable time. */
    @Override
    public void close() {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!ended.isDone() && System.nanoTime() < deadline) {
            try {
                engine.close();
            } catch (IllegalStateException e) {
                // It refuses while it starts, and while it stops by itself: soon it does not, or is gone.
                LOG.atTrace().setCause(e).log("not yet");
            } catch (IOException e) {
                LOG.atWarn().setCause(e).log("the change feed did not stop cleanly");
            }
            if (!over(Duration.ofMillis(100))) {
                return;
            }
        }
    }

    /** Waits that long; false: give up waiting. */
    private boolean over(Duration patience) {
        try {
            ended.get(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException | ExecutionException e) {
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
        return true;
    }
}

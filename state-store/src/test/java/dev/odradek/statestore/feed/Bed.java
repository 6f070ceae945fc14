package dev.odradek.statestore.feed;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.odradek.localcluster.EmbeddedPostgres;
import dev.odradek.localcluster.LocalClusterException;
import dev.odradek.localcluster.PostgresConfig;
import dev.odradek.statestore.broker.Cluster;
import dev.odradek.statestore.table.DatabaseConfig;
import dev.odradek.statestore.table.ReadModelService;
import dev.odradek.topics.TopicKeeper;
import dev.odradek.topics.event.AxisState;
import dev.odradek.topics.event.Cause;
import dev.odradek.topics.event.Event;
import dev.odradek.topics.event.EventRecord;
import dev.odradek.topics.event.Lane;
import dev.odradek.topics.event.Wakeup;
import dev.odradek.topics.format.Formats;
import dev.odradek.topics.format.Json;
import dev.odradek.topics.settings.Connection;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** A broker, a database, and a read model on them that follows facts written by hand. */
final class Bed implements AutoCloseable {
    static final Duration LIMIT = Duration.ofSeconds(30);
    private static final int PARTITIONS = 3;
    private static final String VERSIONS = """
            SELECT 'item/' || tenant || '/' || id || '/' || partition, version FROM items
            UNION ALL SELECT 'queue/' || tenant || '/' || queue || '/' || partition, version FROM queues""";

    private final Path dir;
    private final Cluster cluster;
    private final KafkaProducer<byte[], byte[]> producer;
    private EmbeddedPostgres postgres;
    private ReadModelService model;
    private long facts;

    private Bed(Path dir) {
        this.dir = dir;
        this.cluster = Cluster.start(dir, PARTITIONS);
        this.postgres = EmbeddedPostgres.start(PostgresConfig.in(dir));
        try (Admin admin = Admin.create(kafka().clientProperties())) {
            new TopicKeeper(admin).ensure(kafka().plan().fixed());
        }
        this.producer =
                new KafkaProducer<>(kafka().clientProperties(), new ByteArraySerializer(), new ByteArraySerializer());
        this.model = model();
    }

    static Bed made(Path dir) {
        return new Bed(dir);
    }

    Connection kafka() {
        return cluster.connection();
    }

    Cluster cluster() {
        return cluster;
    }

    DatabaseConfig database() {
        return new DatabaseConfig(postgres.jdbcUrl(), postgres.user(), "", "odradek", Duration.ZERO);
    }

    ChangeFeed feed() {
        return ChangeFeed.start(kafka(), database(), new SimpleMeterRegistry());
    }

    void startModel() {
        model = model();
    }

    void stopModel() {
        model.close();
    }

    private ReadModelService model() {
        ReadModelService started = ReadModelService.start(kafka(), database(), new SimpleMeterRegistry());
        await().atMost(LIMIT).until(() -> started.trouble() == null);
        return started;
    }

    void killDatabase() {
        int port = postgres.port();
        ProcessHandle.of(postgres.pid()).orElseThrow().destroyForcibly();
        postgres.close();
        // Whoever tries to connect meanwhile may be given this very port as its own, for a moment.
        await().atMost(LIMIT)
                .ignoreExceptionsInstanceOf(LocalClusterException.class)
                .until(() -> {
                    postgres = EmbeddedPostgres.start(PostgresConfig.in(dir).onPort(port));
                    return true;
                });
    }

    /** Items that wait on a queue: a row each, and the queue's. */
    void create(String name, int items) {
        for (int i = 0; i < items; i++) {
            Wakeup offered = new Wakeup.Dispatched("jobs", Lane.NORMAL, 1_900_000_000_000L);
            TreeMap<String, AxisState> axes = new TreeMap<>();
            axes.put("status", new AxisState("new", null, 1, 0, offered, null, null, null));
            write(name + i, new Event.Created("job", 1, name + i, null, Json.parse("{\"secret\":\"payload\"}"), axes));
        }
        producer.flush();
    }

    /** One more version of each. */
    void patch(String name, int items, int payloadVersion) {
        for (int i = 0; i < items; i++) {
            write(name + i, new Event.Patched(Json.parse("{\"n\":" + payloadVersion + "}"), payloadVersion));
        }
        producer.flush();
    }

    private void write(String id, Event event) {
        int partition = Math.floorMod(id.hashCode(), PARTITIONS);
        facts++;
        EventRecord fact = new EventRecord(
                1, Cluster.TENANT, id, new Cause(partition, facts, 0), "command-" + facts, 1_790_000_000_000L, event);
        producer.send(new ProducerRecord<>(
                kafka().plan().events(), partition, id.getBytes(UTF_8), Formats.EVENTS.write(fact)));
    }

    /** The rows' versions, once every fact is in them. */
    Map<String, Long> versions(String lastWritten, int items, long payloadVersion) {
        String behind = "SELECT count(*) FROM items WHERE id LIKE '" + lastWritten + "%' AND payload_version = "
                + payloadVersion;
        await().atMost(LIMIT).ignoreExceptions().until(() -> ask(behind).equals(String.valueOf(items)));
        return versions();
    }

    Map<String, Long> versions() {
        try (java.sql.Connection connection = Databases.connect(database());
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(VERSIONS)) {
            Map<String, Long> versions = new TreeMap<>();
            while (rows.next()) {
                versions.put(rows.getString(1), rows.getLong(2));
            }
            assertThat(versions).isNotEmpty();
            return versions;
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    String ask(String sql) {
        try (java.sql.Connection connection = Databases.connect(database());
                Statement statement = connection.createStatement()) {
            if (!statement.execute(sql)) {
                return "";
            }
            try (ResultSet rows = statement.getResultSet()) {
                return rows.next() ? String.valueOf(rows.getString(1)) : "";
            }
        } catch (SQLException e) {
            throw new AssertionError(sql, e);
        }
    }

    @Override
    public void close() {
        model.close();
        producer.close();
        postgres.close();
        cluster.close();
    }
}

package dev.odradek.statestore.table;

import dev.odradek.topics.settings.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;

/**
 * Builds the tables again from {@code events}, beside those in use, and lets the two change places at the end.
 *
 * <p>Nothing outside is told anything: facts are read, and rows are written.
 */
public final class Rebuild {
    /** Once the new tables are this close behind, the writers of the old ones are kept out until they are level. */
    private static final long CLOSE = 2_000;

    private final Connection kafka;
    private final DatabaseConfig config;
    private final Told told;

    /** Hears how many records are in, of how many there are. */
    public interface Told {
        void at(long done, long all);
    }

    /** What was built: of how many records, and in which time. */
    public record Built(long records, Duration took) {}

    public Rebuild(Connection kafka, DatabaseConfig config, Told told) {
        this.kafka = kafka;
        this.config = config;
        this.told = told;
    }

    /** Returns when the new tables are those in use. */
    public Built run() {
        long start = System.nanoTime();
        try (Database live = Database.open(config);
                java.sql.Connection alone = live.connect()) {
            refuseSecond(alone);
            DatabaseConfig fresh = config.in(config.schema() + "_next");
            drop(alone, fresh.schema());
            drop(alone, old());
            long records = build(live, fresh);
            drop(alone, old());
            return new Built(records, Duration.ofNanos(System.nanoTime() - start));
        } catch (SQLException e) {
            throw DatabaseException.of(config, e);
        }
    }

    private long build(Database live, DatabaseConfig fresh) {
        try (Database next = Database.open(fresh);
                KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(Projection.consumer(kafka))) {
            Reading reading = Reading.fromTheBeginning(consumer, new Projector(next, kafka.plan()));
            for (long behind = reading.behind(); behind > CLOSE; behind = reading.behind()) {
                told.at(reading.done(), reading.done() + behind);
                reading.step();
            }
            swap(live, fresh.schema(), reading);
            told.at(reading.done(), reading.done());
            return reading.done();
        }
    }

    private void swap(Database live, String fresh, Reading reading) {
        String schema = config.schema();
        Projector used = new Projector(live, kafka.plan());
        live.with(connection -> {
            connection.setAutoCommit(false);
            try (Statement statement = connection.createStatement()) {
                Gate.close(connection, schema);
                Map<TopicPartition, Long> level = used.positions();
                reading.until(level);
                statement.execute("ALTER SCHEMA " + schema + " RENAME TO " + old());
                statement.execute("ALTER SCHEMA " + fresh + " RENAME TO " + schema);
                Publication.follow(connection, schema, swapAt(level, reading.positions()));
                connection.commit();
                return level.size();
            } finally {
                connection.rollback();
                connection.setAutoCommit(true);
            }
        });
    }

    /** Where the old tables are of another log, and beyond the end of this one, every row is new. */
    private Swap swapAt(Map<TopicPartition, Long> level, Map<TopicPartition, Long> reached) {
        return new Swap(level.entrySet().stream()
                .filter(each -> each.getKey().topic().equals(kafka.plan().events()))
                .filter(each -> each.getValue() <= reached.getOrDefault(each.getKey(), 0L))
                .collect(Collectors.toMap(each -> each.getKey().partition(), Map.Entry::getValue)));
    }

    private String old() {
        return config.schema() + "_old";
    }

    /** Held by the connection for as long as it is open. */
    private void refuseSecond(java.sql.Connection alone) throws SQLException {
        try (Statement statement = alone.createStatement();
                ResultSet got = statement.executeQuery(
                        "SELECT pg_try_advisory_lock(hashtext('odradek rebuild " + config.schema() + "'))")) {
            if (!got.next() || !got.getBoolean(1)) {
                throw new DatabaseException(
                        "The read model in schema " + config.schema()
                                + " is being rebuilt already; wait until that is done.",
                        null);
            }
        }
    }

    private static void drop(java.sql.Connection connection, String schema) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("DROP SCHEMA IF EXISTS " + schema + " CASCADE");
        }
    }
}

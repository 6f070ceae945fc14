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

    static final String NEXT = "_next";
    static final String OLD = "_old";
    /** What says that a schema is a rebuild's own, and may be dropped. */
    private static final String MARK = "odradek: tables of a rebuild, dropped by the next one";

    private final Connection kafka;
    private final DatabaseConfig config;
    private final Told told;
    private boolean evenIncomplete;

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

    /** The same, even if {@code events} no longer has its beginning: items created before are in no list then. */
    public Rebuild evenIncomplete() {
        evenIncomplete = true;
        return this;
    }

    /** Returns when the new tables are those in use. */
    public Built run() {
        long start = System.nanoTime();
        try (Database live = Database.open(config);
                java.sql.Connection alone = live.connect()) {
            refuseSecond(alone);
            DatabaseConfig fresh = config.in(config.schema() + NEXT);
            drop(alone, fresh.schema());
            drop(alone, old());
            begin(alone, fresh.schema());
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
            if (!evenIncomplete && reading.hasLostItsBeginning(kafka.plan().events())) {
                throw DatabaseException.saying("The read model cannot be rebuilt whole: "
                        + kafka.plan().events()
                        + " no longer has its beginning, so that items created before would be in no list. The tables"
                        + " in use stay as they are; add --anyway to rebuild from what is left.");
            }
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
        live.inTransaction(connection -> {
            try (Statement statement = connection.createStatement()) {
                Gate.close(connection, schema);
                Map<TopicPartition, Long> level = used.positions();
                reading.until(level);
                statement.execute("ALTER SCHEMA " + schema + " RENAME TO " + old());
                statement.execute("ALTER SCHEMA " + fresh + " RENAME TO " + schema);
                statement.execute("COMMENT ON SCHEMA " + old() + " IS '" + MARK + "'");
                statement.execute("COMMENT ON SCHEMA " + schema + " IS NULL");
                Publication.follow(connection, schema, swapAt(level, reading.positions()));
                return level.size();
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
        return config.schema() + OLD;
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

    /** Marked from its first moment on, so that whatever becomes of this rebuild the next one may drop it. */
    private static void begin(java.sql.Connection connection, String schema) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE SCHEMA " + schema + "; COMMENT ON SCHEMA " + schema + " IS '" + MARK + "'");
        }
    }

    private static void drop(java.sql.Connection connection, String schema) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery("SELECT obj_description(oid, 'pg_namespace')"
                        + " FROM pg_namespace WHERE nspname = '" + schema + "'")) {
            if (!found.next()) {
                return;
            }
            if (!MARK.equals(found.getString(1))) {
                throw DatabaseException.saying("The schema " + schema + " is in the way and no rebuild made it; rename"
                        + " or drop it, or name another " + DatabaseConfig.SCHEMA + ".");
            }
        }
        try (Statement statement = connection.createStatement()) {
            statement.execute("DROP SCHEMA " + schema + " CASCADE");
        }
    }
}

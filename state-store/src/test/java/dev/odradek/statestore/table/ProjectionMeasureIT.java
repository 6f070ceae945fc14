package dev.odradek.statestore.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.odradek.localcluster.EmbeddedPostgres;
import dev.odradek.localcluster.PostgresConfig;
import dev.odradek.topics.TopicPlan;
import dev.odradek.topics.event.AxisState;
import dev.odradek.topics.event.Cause;
import dev.odradek.topics.event.Event;
import dev.odradek.topics.event.EventRecord;
import dev.odradek.topics.event.Lane;
import dev.odradek.topics.event.Lease;
import dev.odradek.topics.event.Wakeup;
import dev.odradek.topics.event.Why;
import dev.odradek.topics.format.Formats;
import dev.odradek.topics.format.Json;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.postgresql.PGConnection;

/** How fast facts become rows, beside a COPY of those rows. */
@Tag("full")
@DisplayName("The projection beside a raw COPY")
class ProjectionMeasureIT {
    private static final TopicPlan PLAN = TopicPlan.defaults();
    private static final int BATCH = Projection.MOST_AT_ONCE;
    private static final int ITEMS = Integer.getInteger("odradek.measure.items", 100_000);
    private static final List<String> TABLES = List.of("items", "axes", "history");

    @TempDir
    Path dir;

    @Test
    @DisplayName("rows a second of both, three times")
    void measures() {
        try (EmbeddedPostgres postgres = EmbeddedPostgres.start(PostgresConfig.in(dir))) {
            for (int round = 0; round <= Integer.getInteger("odradek.measure.rounds", 3); round++) {
                round(postgres, round);
            }
        }
    }

    private static void round(EmbeddedPostgres postgres, int round) {
        String schema = "round_" + round;
        try (Database database =
                Database.open(new DatabaseConfig(postgres.jdbcUrl(), postgres.user(), "", schema, Duration.ZERO))) {
            Projector projector = new Projector(database, PLAN);
            Facts facts = new Facts();
            long projecting = 0;
            long many = 0;
            for (List<ConsumerRecord<byte[], byte[]>> batch = facts.next(); !batch.isEmpty(); batch = facts.next()) {
                long start = System.nanoTime();
                many += projector.apply(batch);
                projecting += System.nanoTime() - start;
            }
            assertThat(many).isEqualTo(3L * ITEMS);

            Map<String, byte[]> rows = out(database);
            long total =
                    TABLES.stream().mapToLong(table -> count(database, table)).sum();
            double bare = in(database, rows, "bare", "");
            double indexed = in(database, rows, "indexed", " INCLUDING ALL");
            double ours = total / (projecting / 1e9);
            System.out.printf(
                    "%s: %,d facts (%,.0f/s) into %,d rows: projection %,.0f rows/s; COPY %,.0f (ratio %.2f);"
                            + " COPY into the same indexes %,.0f (ratio %.2f)%n",
                    round == 0 ? "warm-up" : "round " + round,
                    many,
                    many / (projecting / 1e9),
                    total,
                    ours,
                    total / bare,
                    ours / (total / bare),
                    total / indexed,
                    ours / (total / indexed));
        }
    }

    private static Map<String, byte[]> out(Database database) {
        return database.with(connection -> {
            Map<String, byte[]> rows = new LinkedHashMap<>();
            for (String table : TABLES) {
                ByteArrayOutputStream bytes = new ByteArrayOutputStream();
                copy(() -> connection
                        .unwrap(PGConnection.class)
                        .getCopyAPI()
                        .copyOut("COPY " + table + " TO STDOUT", bytes));
                rows.put(table, bytes.toByteArray());
            }
            return rows;
        });
    }

    /** Seconds. */
    private static double in(Database database, Map<String, byte[]> rows, String prefix, String like) {
        return database.with(connection -> {
            try (Statement statement = connection.createStatement()) {
                for (String table : TABLES) {
                    statement.execute("CREATE TABLE " + prefix + "_" + table + " (LIKE " + table + like + ")");
                }
            }
            long start = System.nanoTime();
            for (String table : TABLES) {
                copy(() -> connection
                        .unwrap(PGConnection.class)
                        .getCopyAPI()
                        .copyIn(
                                "COPY " + prefix + "_" + table + " FROM STDIN",
                                new ByteArrayInputStream(rows.get(table))));
            }
            return (System.nanoTime() - start) / 1e9;
        });
    }

    private interface Copy {
        long run() throws SQLException, IOException;
    }

    private static void copy(Copy copy) throws SQLException {
        try {
            copy.run();
        } catch (IOException e) {
            throw new SQLException(e);
        }
    }

    private static long count(Database database, String table) {
        return database.with(connection -> {
            try (Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery("SELECT count(*) FROM " + table)) {
                assertThat(rows.next()).isTrue();
                return rows.getLong(1);
            }
        });
    }

    /** Items that are created, claimed and completed, a hundred of them in flight at a time in each partition. */
    private static final class Facts {
        private static final int IN_FLIGHT = 800;
        private final long[] offsets = new long[8];
        private int step;

        List<ConsumerRecord<byte[], byte[]>> next() {
            List<ConsumerRecord<byte[], byte[]>> batch = new ArrayList<>();
            while (batch.size() < BATCH && step < ITEMS + 2 * IN_FLIGHT) {
                add(batch, step, 0);
                add(batch, step - IN_FLIGHT, 1);
                add(batch, step - 2 * IN_FLIGHT, 2);
                step++;
            }
            return batch;
        }

        private void add(List<ConsumerRecord<byte[], byte[]>> batch, int item, int stage) {
            if (item < 0 || item >= ITEMS) {
                return;
            }
            int partition = item % 8;
            long offset = offsets[partition]++;
            String id = "item-%08d-%s".formatted(item, Integer.toHexString(item * 31));
            EventRecord fact = new EventRecord(
                    1,
                    "default",
                    id,
                    new Cause(partition, offset, 0),
                    "command-" + partition + "-" + offset,
                    1_800_000_000_000L + step,
                    event(id, stage));
            batch.add(new ConsumerRecord<>(PLAN.events(), partition, offset, new byte[0], Formats.EVENTS.write(fact)));
        }

        private static Event event(String id, int stage) {
            long now = 1_800_000_000_000L;
            if (stage == 0) {
                AxisState axis = new AxisState(
                        "posted", null, 1, 0, new Wakeup.Dispatched("fetch", Lane.NORMAL, now), null, null, "c");
                return new Event.Created(
                        "report",
                        1,
                        id,
                        null,
                        Json.parse("{\"url\":\"https://example.org/some/page\",\"depth\":3}"),
                        new TreeMap<>(Map.of("status", axis)));
            }
            return stage == 1
                    ? moved(
                            "posted",
                            "fetching",
                            Why.CLAIMED,
                            new Wakeup.Leased(),
                            new Lease("worker-7", "claim-" + id, "fetch", now, 30_000, null))
                    : moved("fetching", "done", Why.COMPLETED, new Wakeup.Ended(), null);
        }

        private static Event moved(String from, String to, Why why, Wakeup wakeup, @Nullable Lease lease) {
            return new Event.Moved("report", "status", from, null, to, why, 1, 1, 1, "worker-7", lease, wakeup, null);
        }
    }
}

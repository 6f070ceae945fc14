package dev.odradek.statestore.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.odradek.localcluster.EmbeddedPostgres;
import dev.odradek.localcluster.PostgresConfig;
import dev.odradek.statestore.read.ItemQuery;
import dev.odradek.statestore.read.ItemQuery.Cursor;
import java.nio.file.Path;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("How the lists are found")
class PlansIT {
    private static final String TENANT = "acme";
    private static final long NEWEST = 1_800_000_000_000L;

    @TempDir
    Path dir;

    @Test
    @DisplayName("every list of 100,000 items by an index")
    void some() {
        noListReadsATableThrough(100_000);
    }

    @Test
    @Tag("full")
    @DisplayName("every list of 1,000,000 items by an index")
    void many() {
        noListReadsATableThrough(1_000_000);
    }

    private void noListReadsATableThrough(int items) {
        try (EmbeddedPostgres postgres = EmbeddedPostgres.start(PostgresConfig.in(dir));
                Database database = Database.open(
                        new DatabaseConfig(postgres.jdbcUrl(), postgres.user(), "", "plans", Duration.ZERO))) {
            fill(database, items);
            Map<String, String> plans = new LinkedHashMap<>();
            queries().forEach((name, query) -> plans.put(name, plan(database, query.sql(), query.values())));

            Map<String, String> through = plans.entrySet().stream()
                    .filter(each -> each.getValue().contains("Seq Scan"))
                    .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
            assertThat(through).isEmpty();
            queries()
                    .forEach((name, query) -> System.out.printf(
                            "PlansIT, %,d items: %-40s %.1f ms%n", items, name, time(database, query)));
        }
    }

    private record Query(String sql, List<Object> values) {}

    private static Map<String, Query> queries() {
        Map<String, Query> queries = new LinkedHashMap<>();
        for (String machine : new String[] {null, "m3"}) {
            for (Cursor before : new Cursor[] {null, new Cursor(NEWEST - 400_000, "i500")}) {
                String of = (machine == null ? "" : " of a machine") + (before == null ? "" : ", next page");
                filters().forEach((name, filter) -> {
                    var search = ItemFinder.Search.of(new ItemQuery(
                            TENANT,
                            machine,
                            filter.get("state"),
                            filter.get("queue"),
                            filter.get("failure"),
                            filter.get("holder"),
                            filter.get("parent"),
                            before,
                            50));
                    queries.put(name + of, new Query(search.sql(), search.values()));
                });
            }
        }
        queries.put("history", new Query(Boards.HISTORY, List.of(TENANT, "i4711", 100)));
        queries.put("failures", new Query(Boards.FAILURES, List.of(TENANT, 50)));
        queries.put("failure", new Query(Boards.FAILURE, List.of(TENANT, "f7", 50)));
        Timestamp until = new Timestamp(NEWEST);
        Timestamp first = new Timestamp(NEWEST - 29 * 60_000L);
        queries.put(
                "queues",
                new Query(Boards.QUEUES, List.of(new Timestamp(NEWEST - 300_000), until, first, until, first, TENANT)));
        queries.put("dead letters", new Query(Boards.LETTERS, List.of(50)));
        queries.put("dead letter", new Query(Boards.LETTER, List.of(0, 4711L)));
        return queries;
    }

    private static Map<String, Map<String, String>> filters() {
        Map<String, Map<String, String>> filters = new LinkedHashMap<>();
        filters.put("items", Map.of());
        filters.put("items in a state", Map.of("state", "s5"));
        filters.put("items on a queue", Map.of("queue", "q2"));
        filters.put("items failed", Map.of("failure", "f7"));
        filters.put("items held", Map.of("holder", "w11"));
        filters.put("items of a parent", Map.of("parent", "i77"));
        filters.put("items in a state on a queue", Map.of("state", "s5", "queue", "q2"));
        filters.put("items of a parent in a state", Map.of("state", "s5", "parent", "i77"));
        return filters;
    }

    private static String plan(Database database, String sql, List<Object> values) {
        return database.with(connection -> {
            try (PreparedStatement statement = connection.prepareStatement("EXPLAIN " + sql)) {
                fill(statement, values);
                List<String> lines = new ArrayList<>();
                try (ResultSet rows = statement.executeQuery()) {
                    while (rows.next()) {
                        lines.add(rows.getString(1));
                    }
                }
                return String.join("\n", lines);
            }
        });
    }

    private static double time(Database database, Query query) {
        return database.with(connection -> {
            try (PreparedStatement statement = connection.prepareStatement(query.sql())) {
                fill(statement, query.values());
                long start = System.nanoTime();
                try (ResultSet rows = statement.executeQuery()) {
                    while (rows.next()) {
                        rows.getObject(1);
                    }
                }
                return (System.nanoTime() - start) / 1e6;
            }
        });
    }

    private static void fill(PreparedStatement statement, List<Object> values) throws SQLException {
        for (int i = 0; i < values.size(); i++) {
            statement.setObject(i + 1, values.get(i));
        }
    }

    private static void fill(Database database, int items) {
        database.with(connection -> {
            try (Statement statement = connection.createStatement()) {
                for (String each : content(items)) {
                    statement.execute(each);
                }
                return items;
            }
        });
    }

    private static List<String> content(int items) {
        String number = "generate_series(1, " + items + ") n";
        String at = "to_timestamp(" + NEWEST / 1000 + " - n / 10.0)";
        return List.of(
                "INSERT INTO items SELECT 'acme', 'i' || n, n % 8, 'm' || n % 10, 1, 'i' || n,"
                        + " CASE WHEN n % 10 = 0 THEN 'i' || n / 10 END, '{\"n\":1}', 1, " + at + ", " + at
                        + ", n FROM "
                        + number,
                "INSERT INTO axes SELECT 'acme', 'i' || n, n % 8, 'status', 'm' || n % 10, 's' || n % 20, null, 1, 0,"
                        + " CASE n % 3 WHEN 0 THEN 'dispatched' WHEN 1 THEN 'leased' ELSE 'ended' END,"
                        + " CASE WHEN n % 3 < 2 THEN 'q' || n % 12 END, '{}', null,"
                        + " CASE WHEN n % 3 = 1 THEN 'w' || n % 500 END, null,"
                        + " CASE WHEN n % 9 = 0 THEN 'f' || n % 50 END, 'c', " + at + ", " + at + ", n FROM " + number,
                "INSERT INTO history SELECT n % 8, n, 'acme', 'i' || n % " + items / 3
                        + ", 'Moved', 'm', 'status', 'a',"
                        + " 'b', 'claimed', 1, 1, null, null, 'c' || n, '0:' || n || ':0', " + at + ", null FROM "
                        + number,
                "INSERT INTO queues SELECT 'acme', 'q' || n % 12, n / 12, 1, 1, 1, 1, false, null, n"
                        + " FROM generate_series(0, 95) n",
                "INSERT INTO queues SELECT 't' || n, 'q', 0, 1, 1, 1, 1, false, null, n"
                        + " FROM generate_series(1, 5000) n",
                "INSERT INTO queue_minutes SELECT 'acme', 'q' || n % 12, n % 8, to_timestamp(" + NEWEST / 1000
                        + " - 60 * (n / 96)), 1, 1, 1, 1, 1 FROM generate_series(0, 95999) n ON CONFLICT DO NOTHING",
                "INSERT INTO failures SELECT 'acme', 'f' || n % 50, 'm' || n % 10, 'status', n / 50, 'p', 's', 'i1',"
                        + " 1, " + at + ", " + at + ", n FROM generate_series(0, 399) n",
                "INSERT INTO failures SELECT 't' || n, 'f', 'm', 'status', 0, 'p', 's', 'i1', 1, now(), now(), n"
                        + " FROM generate_series(1, 20000) n",
                "INSERT INTO dead_letters SELECT 0, n, 'commands', 0, n, 'no', null, null, " + at
                        + ", null FROM generate_series(1, 20000) n",
                "ANALYZE");
    }
}

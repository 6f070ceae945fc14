package dev.odradek.standalone.system;

import dev.odradek.statestore.item.Item;
import dev.odradek.topics.event.AxisState;
import dev.odradek.topics.event.Lease;
import dev.odradek.topics.event.Wakeup;
import dev.odradek.topics.format.Json;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/** The read model as any client of the database sees it. */
final class ReadTables {
    private static final List<String> TABLES = List.of(
            "progress", "machines", "items", "axes", "history", "queues", "queue_minutes", "failures", "dead_letters");

    private final String url;

    ReadTables(String url) {
        this.url = url + "?user=postgres&currentSchema=odradek";
    }

    /** What a row of {@code items} and those of {@code axes} say of an item, in the core's words. */
    record Row(Item item, JsonNode payload) {}

    Map<String, Row> items() {
        Map<String, SortedMap<String, AxisState>> axes = new TreeMap<>();
        each(
                "SELECT item_id, axis, state, from_state, epoch, attempts, wakeup, lease, last_error, last_command"
                        + " FROM axes",
                rows -> axes.computeIfAbsent(rows.getString(1), id -> new TreeMap<>())
                        .put(rows.getString(2), axis(rows)));
        Map<String, Row> items = new TreeMap<>();
        each(
                "SELECT id, machine, machine_version, partition_key, parent, created_at, updated_at, payload_version,"
                        + " payload FROM items",
                rows -> items.put(rows.getString(1), row(rows, axes.get(rows.getString(1)))));
        return items;
    }

    long count(String sql) {
        List<Long> found = new ArrayList<>();
        each(sql, rows -> found.add(rows.getLong(1)));
        return found.get(0);
    }

    /** Every row of every table. */
    Map<String, List<String>> dump() {
        Map<String, List<String>> dump = new LinkedHashMap<>();
        for (String table : TABLES) {
            List<String> rows = new ArrayList<>();
            each("SELECT t::text FROM " + table + " t ORDER BY 1", row -> rows.add(row.getString(1)));
            dump.put(table, rows);
        }
        return dump;
    }

    void each(String sql, Each each) {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                each.row(rows);
            }
        } catch (SQLException e) {
            throw new AssertionError(sql, e);
        }
    }

    interface Each {
        void row(ResultSet rows) throws SQLException;
    }

    private static AxisState axis(ResultSet rows) throws SQLException {
        String lease = rows.getString(8);
        return new AxisState(
                rows.getString(3),
                rows.getString(4),
                rows.getLong(5),
                rows.getInt(6),
                Json.mapper().readValue(rows.getString(7), Wakeup.class),
                lease == null ? null : Json.mapper().readValue(lease, Lease.class),
                rows.getString(9),
                rows.getString(10));
    }

    private static Row row(ResultSet rows, SortedMap<String, AxisState> axes) throws SQLException {
        Item item = new Item(
                rows.getString(1),
                rows.getString(2),
                rows.getInt(3),
                rows.getString(4),
                rows.getString(5),
                "",
                rows.getTimestamp(6).getTime(),
                rows.getTimestamp(7).getTime(),
                rows.getLong(8),
                null,
                axes,
                List.of());
        return new Row(item, Json.parse(rows.getString(9)));
    }
}

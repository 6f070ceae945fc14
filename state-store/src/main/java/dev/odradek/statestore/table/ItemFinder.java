package dev.odradek.statestore.table;

import dev.odradek.statestore.item.Item;
import dev.odradek.statestore.projection.AxisRow;
import dev.odradek.statestore.projection.ItemKey;
import dev.odradek.statestore.read.ItemQuery;
import dev.odradek.topics.event.AxisState;
import dev.odradek.topics.format.Json;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Finds items: first which ones, by an index that has them in the order asked for, then what they are. */
final class ItemFinder {
    private static final String ROWS = """
            SELECT i.tenant, i.id, i.partition, i.machine, i.machine_version, i.partition_key, i.parent, i.payload,
                i.payload_version, i.created_at, i.updated_at, i.version
            FROM unnest(?::text[], ?::text[], ?::int[]) WITH ORDINALITY AS found (tenant, id, partition, place)
            JOIN items i ON i.tenant = found.tenant AND i.id = found.id AND i.partition = found.partition
            ORDER BY found.place""";
    private static final String AXES = "SELECT " + Stored.AXIS_COLUMNS + """
            , a.partition FROM unnest(?::text[], ?::text[], ?::int[]) AS found (tenant, id, partition)
            JOIN axes a ON a.tenant = found.tenant AND a.item_id = found.id AND a.partition = found.partition""";

    private ItemFinder() {}

    /** An item as the tables have it; {@code version} is the last fact they tell of. */
    record Found(Item item, JsonNode payload, long version) {}

    static List<Found> items(Connection connection, ItemQuery query) throws SQLException {
        Search search = Search.of(query);
        Columns found = new Columns("text", "text", "int4");
        try (PreparedStatement statement = connection.prepareStatement(search.sql())) {
            search.fill(statement);
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    found.add(query.tenant(), rows.getString(1), rows.getInt(2));
                }
            }
        }
        return whole(connection, found);
    }

    /** All that go by this id; more than one only if they were posted with different partition keys. */
    static List<Found> byId(Connection connection, String tenant, String id) throws SQLException {
        Columns found = new Columns("text", "text", "int4");
        try (PreparedStatement statement = connection.prepareStatement(
                "SELECT partition FROM items WHERE tenant = ? AND id = ? ORDER BY partition")) {
            statement.setString(1, tenant);
            statement.setString(2, id);
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    found.add(tenant, id, rows.getInt(1));
                }
            }
        }
        return whole(connection, found);
    }

    private static List<Found> whole(Connection connection, Columns found) throws SQLException {
        if (found.isEmpty()) {
            return List.of();
        }
        Map<Place, SortedMap<String, AxisState>> axes = axes(connection, found);
        List<Found> items = new ArrayList<>();
        try (PreparedStatement statement = connection.prepareStatement(ROWS)) {
            found.fill(connection, statement);
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    Place place = new Place(new ItemKey(rows.getString(1), rows.getString(2)), rows.getInt(3));
                    items.add(found(rows, axes.getOrDefault(place, new TreeMap<>())));
                }
            }
        }
        return items;
    }

    private static Map<Place, SortedMap<String, AxisState>> axes(Connection connection, Columns found)
            throws SQLException {
        Map<Place, SortedMap<String, AxisState>> axes = new HashMap<>();
        try (PreparedStatement statement = connection.prepareStatement(AXES)) {
            found.fill(connection, statement);
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    AxisRow row = Stored.axis(rows);
                    axes.computeIfAbsent(new Place(row.item(), rows.getInt(17)), place -> new TreeMap<>())
                            .put(row.axis(), row.state());
                }
            }
        }
        return axes;
    }

    private static Found found(ResultSet rows, SortedMap<String, AxisState> axes) throws SQLException {
        Item item = new Item(
                rows.getString(2),
                rows.getString(4),
                rows.getInt(5),
                rows.getString(6),
                rows.getString(7),
                "",
                Stored.millis(rows, 10),
                Stored.millis(rows, 11),
                rows.getLong(9),
                null,
                axes,
                List.of());
        return new Found(item, Json.parse(rows.getString(8)), rows.getLong(12));
    }

    private record Place(ItemKey item, int partition) {}

    /** A search as SQL: only the conditions that were asked for, so that the right index is found. */
    record Search(String sql, List<Object> values) {
        static Search of(ItemQuery query) {
            boolean ofAxes = query.isOfAxes();
            String id = ofAxes ? "item_id" : "id";
            StringBuilder where = new StringBuilder("tenant = ?");
            List<Object> values = new ArrayList<>(List.of(query.tenant()));
            and(where, values, "machine", query.machine());
            and(where, values, "state", query.state());
            and(where, values, "queue", query.queue());
            and(where, values, "failure", query.failure());
            and(where, values, "holder", query.holder());
            if (query.parent() != null && ofAxes) {
                where.append(" AND (tenant, item_id, partition) IN"
                        + " (SELECT tenant, id, partition FROM items WHERE tenant = ? AND parent = ?)");
                values.addAll(List.of(query.tenant(), query.parent()));
            } else {
                and(where, values, "parent", query.parent());
            }
            ItemQuery.Cursor before = query.before();
            if (before != null) {
                where.append(" AND (created_at, ").append(id).append(") < (?, ?)");
                values.addAll(List.of(new Timestamp(before.createdAt()), before.id()));
            }
            values.add(query.limit());
            // An item whose axes both fit is one item.
            String group = ofAxes ? " GROUP BY created_at, item_id, partition" : "";
            return new Search(
                    "SELECT " + id + ", partition FROM " + (ofAxes ? "axes" : "items") + " WHERE " + where + group
                            + " ORDER BY created_at DESC, " + id + " DESC LIMIT ?",
                    values);
        }

        void fill(PreparedStatement statement) throws SQLException {
            for (int i = 0; i < values.size(); i++) {
                statement.setObject(i + 1, values.get(i));
            }
        }

        private static void and(StringBuilder where, List<Object> values, String column, @Nullable String value) {
            if (value != null) {
                where.append(" AND ").append(column).append(" = ?");
                values.add(value);
            }
        }
    }
}

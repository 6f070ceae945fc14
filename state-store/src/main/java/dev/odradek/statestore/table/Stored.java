package dev.odradek.statestore.table;

import static java.util.Objects.requireNonNull;

import dev.odradek.statestore.projection.AxisRow;
import dev.odradek.statestore.projection.ItemKey;
import dev.odradek.statestore.projection.Known;
import dev.odradek.topics.event.AxisState;
import dev.odradek.topics.event.Lease;
import dev.odradek.topics.event.Wakeup;
import dev.odradek.topics.format.Json;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The rows that some facts ask for, fetched at once. */
final class Stored implements Known {
    static final String AXIS_COLUMNS = """
            a.tenant, a.item_id, a.axis, a.machine, a.state, a.from_state, a.epoch, a.attempts, a.wakeup, a.lease,
            a.last_error, a.last_command, a.failure, a.since, a.created_at, a.version""";
    private static final String AXES = "SELECT " + AXIS_COLUMNS + """
             FROM unnest(?::text[], ?::text[]) AS asked (tenant, id)
            JOIN axes a ON a.tenant = asked.tenant AND a.item_id = asked.id AND a.partition = ?""";
    private static final String PAYLOADS = """
            SELECT i.tenant, i.id, i.payload FROM unnest(?::text[], ?::text[]) AS asked (tenant, id)
            JOIN items i ON i.tenant = asked.tenant AND i.id = asked.id AND i.partition = ?""";

    private final Map<ItemKey, Map<String, AxisRow>> axes = new HashMap<>();
    private final Map<ItemKey, JsonNode> payloads = new HashMap<>();

    private Stored() {}

    static Stored fetch(Connection connection, int partition, Asked asked) throws SQLException {
        Stored stored = new Stored();
        Columns items = new Columns("text", "text");
        Columns patched = new Columns("text", "text");
        asked.byTenant()
                .forEach((tenant, ids) -> ids.forEach((id, payload) -> {
                    items.add(tenant, id);
                    if (payload) {
                        patched.add(tenant, id);
                    }
                }));
        stored.query(connection, AXES, items, partition, rows -> stored.add(axis(rows)));
        stored.query(
                connection,
                PAYLOADS,
                patched,
                partition,
                rows -> stored.payloads.put(
                        new ItemKey(rows.getString(1), rows.getString(2)), Json.parse(rows.getString(3))));
        return stored;
    }

    /** What a row says, whatever the query that found it, as long as it asks for {@link #AXIS_COLUMNS} first. */
    static AxisRow axis(ResultSet rows) throws SQLException {
        String lease = rows.getString(10);
        AxisState state = new AxisState(
                rows.getString(5),
                rows.getString(6),
                rows.getLong(7),
                rows.getInt(8),
                Json.mapper().readValue(rows.getString(9), Wakeup.class),
                lease == null ? null : Json.mapper().readValue(lease, Lease.class),
                rows.getString(11),
                rows.getString(12));
        return new AxisRow(
                new ItemKey(rows.getString(1), rows.getString(2)),
                rows.getString(3),
                rows.getString(4),
                state,
                rows.getString(13),
                millis(rows, 14),
                millis(rows, 15),
                rows.getLong(16));
    }

    static long millis(ResultSet rows, int column) throws SQLException {
        return requireNonNull(rows.getTimestamp(column)).toInstant().toEpochMilli();
    }

    @Override
    public @Nullable AxisRow axis(ItemKey item, String axis) {
        Map<String, AxisRow> found = axes.get(item);
        return found == null ? null : found.get(axis);
    }

    @Override
    public @Nullable JsonNode payload(ItemKey item) {
        return payloads.get(item);
    }

    private void add(AxisRow row) {
        axes.computeIfAbsent(row.item(), key -> new HashMap<>()).put(row.axis(), row);
    }

    private void query(Connection connection, String sql, Columns asked, int partition, Each each) throws SQLException {
        if (asked.isEmpty()) {
            return;
        }
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            asked.fill(connection, statement);
            statement.setInt(3, partition);
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    each.row(rows);
                }
            }
        }
    }

    private interface Each {
        void row(ResultSet rows) throws SQLException;
    }
}

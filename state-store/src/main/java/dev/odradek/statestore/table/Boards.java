package dev.odradek.statestore.table;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.odradek.statestore.read.FailureView;
import dev.odradek.statestore.read.HistoryView;
import dev.odradek.statestore.read.LetterView;
import dev.odradek.statestore.read.QueueView;
import dev.odradek.statestore.read.QueueView.Rates;
import dev.odradek.statestore.read.RunView;
import dev.odradek.topics.format.Json;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The lists besides items: queues, failures, an item's history, dead letters. */
final class Boards {
    static final int RATE_MINUTES = 5;
    /** How far back the completed of each minute are told. */
    static final int MINUTES = 30;

    static final String QUEUES = """
            SELECT q.queue, bool_or(q.paused), max(q.pause_reason), sum(q.offered), sum(q.held), sum(q.waiting),
                sum(q.delayed),
                (SELECT min(a.since) FROM axes a
                 WHERE a.tenant = q.tenant AND a.queue = q.queue AND a.phase = 'dispatched'),
                (SELECT array[coalesce(sum(m.offered), 0), coalesce(sum(m.claimed), 0), coalesce(sum(m.completed), 0),
                        coalesce(sum(m.failed), 0), coalesce(sum(m.expired), 0)]::float8[]
                 FROM queue_minutes m
                 WHERE m.tenant = q.tenant AND m.queue = q.queue AND m.minute >= ? AND m.minute < ?),
                (SELECT array_agg(coalesce(done.completed, 0)::bigint ORDER BY each.minute)
                 FROM generate_series(?::timestamptz, ?::timestamptz, interval '1 minute') each (minute)
                 LEFT JOIN (SELECT m.minute, sum(m.completed) AS completed FROM queue_minutes m
                     WHERE m.tenant = q.tenant AND m.queue = q.queue AND m.minute >= ?
                     GROUP BY m.minute) done ON done.minute = each.minute)
            FROM queues q WHERE q.tenant = ? GROUP BY q.tenant, q.queue ORDER BY q.queue""";
    /** Nobody needs to know whether more than a thousand stand failed with one error. */
    private static final String KINDS = """
            SELECT f.failure, f.machine, f.axis, min(f.pattern), (array_agg(f.sample ORDER BY f.last_at DESC))[1],
                (array_agg(f.sample_item ORDER BY f.last_at DESC))[1], sum(f.times),
                (SELECT count(*) FROM (SELECT 1 FROM axes a WHERE a.tenant = f.tenant AND a.failure = f.failure
                    AND a.machine = f.machine AND a.axis = f.axis LIMIT 1000) standing),
                min(f.first_at), max(f.last_at)
            FROM failures f WHERE f.tenant = ?%s
            GROUP BY f.tenant, f.failure, f.machine, f.axis ORDER BY max(f.last_at) DESC, f.failure LIMIT ?""";

    static final String FAILURES = KINDS.formatted("");
    static final String FAILURE = KINDS.formatted(" AND f.failure = ?");

    static final String HISTORY = """
            SELECT at, type, axis, from_state, to_state, why, epoch, attempt, holder, error, command_id, cause, details
            FROM history WHERE tenant = ? AND entity_id = ? AND partition >= 0
            ORDER BY partition DESC, event_offset DESC LIMIT ?""";
    static final String LETTERS = """
            SELECT partition, letter_offset, source_topic, source_partition, source_offset, reason, key, value, at,
                redriven_at
            FROM dead_letters ORDER BY at DESC, partition DESC, letter_offset DESC LIMIT ?""";
    static final String LETTER = """
            SELECT partition, letter_offset, source_topic, source_partition, source_offset, reason, key, value, at,
                redriven_at
            FROM dead_letters WHERE partition = ? AND letter_offset = ?""";

    static final String RUN = """
            SELECT (SELECT count(*) FROM items WHERE tenant = ? AND starts_with(id, ?)),
                (SELECT count(*) FROM history WHERE tenant = ? AND starts_with(entity_id, ?))""";

    private Boards() {}

    static List<QueueView> queues(Connection connection, String tenant, long now) throws SQLException {
        long until = now - Math.floorMod(now, 60_000L);
        Timestamp from = new Timestamp(until - RATE_MINUTES * 60_000L);
        Timestamp whole = new Timestamp(until);
        Timestamp first = new Timestamp(until - (MINUTES - 1) * 60_000L);
        return list(connection, QUEUES, Boards::queue, from, whole, first, whole, first, tenant);
    }

    static List<FailureView> failures(Connection connection, String tenant, @Nullable String failure, int limit)
            throws SQLException {
        return failure == null
                ? list(connection, FAILURES, Boards::failure, tenant, limit)
                : list(connection, FAILURE, Boards::failure, tenant, failure, limit);
    }

    static List<HistoryView> history(Connection connection, String tenant, String id, int limit) throws SQLException {
        List<HistoryView> newest = list(connection, HISTORY, Boards::happened, tenant, id, limit);
        Collections.reverse(newest);
        return newest;
    }

    static List<LetterView> letters(Connection connection, int limit) throws SQLException {
        return list(connection, LETTERS, Boards::letter, limit);
    }

    static List<LetterView> letter(Connection connection, int partition, long offset) throws SQLException {
        return list(connection, LETTER, Boards::letter, partition, offset);
    }

    static RunView run(Connection connection, String tenant, String idPrefix) throws SQLException {
        return list(
                        connection,
                        RUN,
                        rows -> new RunView(rows.getLong(1), rows.getLong(2)),
                        tenant,
                        idPrefix,
                        tenant,
                        idPrefix)
                .get(0);
    }

    private static QueueView queue(ResultSet rows) throws SQLException {
        Timestamp oldest = rows.getTimestamp(8);
        Object[] sums = (Object[]) rows.getArray(9).getArray();
        double[] mean = new double[sums.length];
        for (int i = 0; i < sums.length; i++) {
            mean[i] = ((Number) sums[i]).doubleValue() / RATE_MINUTES;
        }
        return new QueueView(
                rows.getString(1),
                rows.getBoolean(2),
                rows.getString(3),
                rows.getLong(4),
                rows.getLong(5),
                rows.getLong(6),
                rows.getLong(7),
                oldest == null ? null : oldest.getTime(),
                new Rates(mean[0], mean[1], mean[2], mean[3], mean[4]),
                Arrays.asList((Long[]) rows.getArray(10).getArray()));
    }

    private static FailureView failure(ResultSet rows) throws SQLException {
        return new FailureView(
                rows.getString(1),
                rows.getString(2),
                rows.getString(3),
                rows.getString(4),
                rows.getString(5),
                rows.getString(6),
                rows.getLong(7),
                rows.getLong(8),
                Stored.millis(rows, 9),
                Stored.millis(rows, 10));
    }

    private static HistoryView happened(ResultSet rows) throws SQLException {
        String details = rows.getString(13);
        return new HistoryView(
                Stored.millis(rows, 1),
                rows.getString(2),
                rows.getString(3),
                rows.getString(4),
                rows.getString(5),
                rows.getString(6),
                rows.getObject(7, Long.class),
                rows.getObject(8, Integer.class),
                rows.getString(9),
                rows.getString(10),
                rows.getString(11),
                rows.getString(12),
                details == null ? null : Json.parse(details));
    }

    private static LetterView letter(ResultSet rows) throws SQLException {
        Timestamp redriven = rows.getTimestamp(10);
        return new LetterView(
                rows.getInt(1) + ":" + rows.getLong(2),
                rows.getString(3),
                rows.getObject(4, Integer.class),
                rows.getObject(5, Long.class),
                rows.getString(6),
                text(rows.getBytes(7)),
                text(rows.getBytes(8)),
                Stored.millis(rows, 9),
                redriven == null ? null : redriven.getTime());
    }

    private static @Nullable String text(byte @Nullable [] bytes) {
        return bytes == null ? null : new String(bytes, UTF_8);
    }

    private static <T> List<T> list(Connection connection, String sql, Row<T> row, Object... values)
            throws SQLException {
        List<T> found = new ArrayList<>();
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < values.length; i++) {
                statement.setObject(i + 1, values[i]);
            }
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    found.add(row.read(rows));
                }
            }
        }
        return found;
    }

    private interface Row<T> {
        T read(ResultSet rows) throws SQLException;
    }
}

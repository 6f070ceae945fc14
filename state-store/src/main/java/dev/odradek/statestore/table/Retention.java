package dev.odradek.statestore.table;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;

/** Lets go of items that ended long ago, and of what was said of them: a little at a time. */
final class Retention {
    private static final int AT_ONCE = 1_000;
    /** Rates are looked at over minutes and drawn over hours. */
    private static final Duration MINUTES_KEPT = Duration.ofDays(7);

    private static final String AXES = """
            WITH old AS (
                SELECT DISTINCT tenant, item_id, partition FROM (
                    SELECT tenant, item_id, partition FROM axes a WHERE phase = 'ended' AND since < ?
                        AND NOT EXISTS (SELECT 1 FROM axes other
                            WHERE other.tenant = a.tenant AND other.item_id = a.item_id
                                AND other.partition = a.partition AND (other.phase <> 'ended' OR other.since >= ?))
                    ORDER BY since LIMIT ?) page),
            gone AS (
                DELETE FROM items USING old
                WHERE items.tenant = old.tenant AND items.id = old.item_id AND items.partition = old.partition)
            DELETE FROM axes USING old
            WHERE axes.tenant = old.tenant AND axes.item_id = old.item_id AND axes.partition = old.partition""";
    private static final String HISTORY = """
            DELETE FROM history WHERE (partition, event_offset) IN (
                SELECT h.partition, h.event_offset FROM history h WHERE h.at < ?
                    AND NOT EXISTS (SELECT 1 FROM items i WHERE i.tenant = h.tenant AND i.id = h.entity_id)
                LIMIT ?)""";
    private static final String MINUTES = """
            DELETE FROM queue_minutes WHERE ctid IN (SELECT ctid FROM queue_minutes WHERE minute < ? LIMIT ?)""";

    private final Database database;

    Retention(Database database) {
        this.database = database;
    }

    /** Lets go of what is too old by now, and says how many rows that were. */
    long sweep(Instant now) {
        Timestamp minutes = Timestamp.from(now.minus(MINUTES_KEPT));
        long gone = all(MINUTES, minutes, AT_ONCE);
        Duration keep = database.config().keep();
        if (!keep.isZero()) {
            Timestamp old = Timestamp.from(now.minus(keep));
            gone += all(AXES, old, old, AT_ONCE);
            gone += all(HISTORY, old, AT_ONCE);
        }
        return gone;
    }

    private long all(String sql, Object... values) {
        long gone = 0;
        for (int some = once(sql, values); some > 0; some = once(sql, values)) {
            gone += some;
        }
        return gone;
    }

    private int once(String sql, Object... values) {
        return database.inTransaction(connection -> {
            Gate.enter(connection, database.config().schema());
            return delete(connection, sql, values);
        });
    }

    private static int delete(Connection connection, String sql, Object... values) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < values.length; i++) {
                statement.setObject(i + 1, values[i]);
            }
            return statement.executeUpdate();
        }
    }
}

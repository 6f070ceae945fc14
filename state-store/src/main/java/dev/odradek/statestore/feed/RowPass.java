package dev.odradek.statestore.feed;

import dev.odradek.statestore.table.Gate;
import dev.odradek.topics.event.NotificationRecord;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;

/** Tells of rows as they stand, because changes of theirs may have been missed: all tables, page by page. */
final class RowPass {
    private static final int PAGE = 2_000;
    // Levels are counted from 1, partitions from 0; whatever is beyond the levels is told.
    private static final String ROWS = """
            SELECT tenant, %1$s, partition, version FROM %2$s
            WHERE (tenant, %1$s, partition) > (?, ?, ?) AND version >= coalesce((?::bigint[])[partition + 1], 0)
            ORDER BY tenant, %1$s, partition LIMIT %3$d""";

    private final Connection connection;
    private final Announcer announcer;
    private final long lsn;

    RowPass(Connection connection, Announcer announcer, long lsn) {
        this.connection = connection;
        this.announcer = announcer;
        this.lsn = lsn;
    }

    /** Returns once a swap of tables that is in the log can be seen in the tables: the log is ahead of them. */
    static void awaitSwap(Connection connection, String schema) throws SQLException {
        connection.setAutoCommit(false);
        Gate.enter(connection, schema);
        connection.commit();
        connection.setAutoCommit(true);
    }

    /**
     * Returns when the broker has them all.
     *
     * @param levels by partition, from which version on; none: all rows
     * @return how many
     */
    long tell(List<Long> levels) throws SQLException, InterruptedException {
        return tell(NotificationRecord.ITEMS, "id", levels) + tell(NotificationRecord.QUEUES, "queue", levels);
    }

    private long tell(String table, String name, List<Long> levels) throws SQLException, InterruptedException {
        long told = 0;
        Array from = connection.createArrayOf("bigint", levels.toArray());
        try (PreparedStatement statement = connection.prepareStatement(ROWS.formatted(name, table, PAGE))) {
            statement.setString(1, "");
            statement.setString(2, "");
            statement.setInt(3, -1);
            statement.setArray(4, from);
            int rows = PAGE;
            while (rows == PAGE) {
                rows = page(statement, table);
                announcer.settle();
                told += rows;
            }
        }
        return told;
    }

    /** Tells of one page, and leaves the statement at the next. */
    private int page(PreparedStatement statement, String table) throws SQLException {
        int rows = 0;
        try (ResultSet found = statement.executeQuery()) {
            while (found.next()) {
                NotificationRecord row = row(found, table);
                announcer.add(row);
                statement.setString(1, row.tenant());
                statement.setString(2, row.id());
                statement.setInt(3, row.partition());
                rows++;
            }
        }
        return rows;
    }

    private NotificationRecord row(ResultSet found, String table) throws SQLException {
        return new NotificationRecord(
                NotificationRecord.SCHEMA,
                table,
                found.getString(1),
                found.getString(2),
                found.getInt(3),
                found.getLong(4),
                lsn,
                System.currentTimeMillis(),
                true);
    }
}

package dev.odradek.statestore.table;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.SortedMap;
import java.util.TreeMap;

/** How far each partition of a topic is in the tables: written in the transaction that writes what was read. */
final class Progress {
    private final String topic;

    Progress(String topic) {
        this.topic = topic;
    }

    /** The next offset of each partition, held until the transaction ends, so that nobody writes beside it. */
    long lock(Connection connection, int partition) throws SQLException {
        try (PreparedStatement begin = connection.prepareStatement(
                        "INSERT INTO progress VALUES (?, ?, 0, -1) ON CONFLICT DO NOTHING");
                PreparedStatement lock = connection.prepareStatement(
                        "SELECT next_offset FROM progress WHERE topic = ? AND partition = ? FOR UPDATE")) {
            lock.setString(1, topic);
            lock.setInt(2, partition);
            try (ResultSet found = lock.executeQuery()) {
                if (found.next()) {
                    return found.getLong(1);
                }
            }
            begin.setString(1, topic);
            begin.setInt(2, partition);
            begin.executeUpdate();
        }
        return 0;
    }

    void advance(Connection connection, int partition, long next, long cause) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(
                "UPDATE progress SET next_offset = ?, cause_offset = greatest(cause_offset, ?)"
                        + " WHERE topic = ? AND partition = ?")) {
            statement.setLong(1, next);
            statement.setLong(2, cause);
            statement.setString(3, topic);
            statement.setInt(4, partition);
            statement.executeUpdate();
        }
    }

    /** The next offset by partition, of those that have been begun. */
    SortedMap<Integer, Long> all(Connection connection) throws SQLException {
        SortedMap<Integer, Long> next = new TreeMap<>();
        try (PreparedStatement statement =
                connection.prepareStatement("SELECT partition, next_offset FROM progress WHERE topic = ?")) {
            statement.setString(1, topic);
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    next.put(rows.getInt(1), rows.getLong(2));
                }
            }
        }
        return next;
    }
}

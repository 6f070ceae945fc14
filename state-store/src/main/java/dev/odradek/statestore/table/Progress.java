package dev.odradek.statestore.table;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/** How far each partition of a topic is in the tables: written in the transaction that writes what was read. */
final class Progress {
    private final String topic;
    /** Where this process has left each partition: tables that have less are not as it left them. */
    private final Map<Integer, Long> left = new HashMap<>();

    private final Map<Integer, Long> uncommitted = new HashMap<>();

    Progress(String topic) {
        this.topic = topic;
    }

    /**
     * The next offset of a partition, held until the transaction ends, so that nobody writes beside it.
     *
     * @throws FellBackException if the tables have less than this process has written to them
     */
    long lock(Connection connection, int partition) throws SQLException {
        OptionalLong found = find(connection, partition);
        if (found.isEmpty()) {
            try (PreparedStatement begin =
                    connection.prepareStatement("INSERT INTO progress VALUES (?, ?, 0, -1) ON CONFLICT DO NOTHING")) {
                begin.setString(1, topic);
                begin.setInt(2, partition);
                begin.executeUpdate();
            }
            // Somebody else may have begun it in between.
            found = find(connection, partition);
        }
        long next = found.orElse(0);
        if (next < left.getOrDefault(partition, 0L)) {
            throw new FellBackException(topic, partition, next, left.getOrDefault(partition, 0L));
        }
        return next;
    }

    private OptionalLong find(Connection connection, int partition) throws SQLException {
        try (PreparedStatement lock = connection.prepareStatement(
                "SELECT next_offset FROM progress WHERE topic = ? AND partition = ? FOR UPDATE")) {
            lock.setString(1, topic);
            lock.setInt(2, partition);
            try (ResultSet row = lock.executeQuery()) {
                return row.next() ? OptionalLong.of(row.getLong(1)) : OptionalLong.empty();
            }
        }
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
        uncommitted.put(partition, next);
    }

    /** The transaction is over: what it said about how far it is holds, or not. */
    void ended(boolean committed) {
        if (committed) {
            left.putAll(uncommitted);
        }
        uncommitted.clear();
    }

    /** From here on whatever the tables say holds. */
    void trustTables() {
        left.clear();
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

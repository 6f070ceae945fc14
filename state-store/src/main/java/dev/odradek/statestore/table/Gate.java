package dev.odradek.statestore.table;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/** Keeps writers out while the tables they write to change places with new ones. */
public final class Gate {
    private Gate() {}

    /** Taken by every writing transaction before its first statement: names mean the same tables until it ends. */
    public static void enter(Connection connection, String schema) throws SQLException {
        lock(connection, "SELECT pg_advisory_xact_lock_shared(?)", schema);
    }

    /** Waits until no writer is inside, and keeps all out until the transaction ends. */
    static void close(Connection connection, String schema) throws SQLException {
        lock(connection, "SELECT pg_advisory_xact_lock(?)", schema);
    }

    private static void lock(Connection connection, String sql, String schema) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setLong(1, 0x0d_4a_de_4b_0000_0000L + schema.hashCode());
            statement.execute();
        }
    }
}

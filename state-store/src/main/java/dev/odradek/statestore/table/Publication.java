package dev.odradek.statestore.table;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** Which changes of which tables PostgreSQL publishes: that a row changed, never what is in it. */
public final class Publication {
    private static final String TABLES =
            "TABLE %1$s.items (tenant, id, partition, version), TABLE %1$s.queues (tenant, queue, partition, version)";

    private Publication() {}

    public static String name(String schema) {
        return schema + "_feed";
    }

    /**
     * Makes it if it is not there, or has lost its tables.
     *
     * @return whether it had to: changes may have gone by unpublished
     */
    public static boolean ensure(Connection connection, String schema) throws SQLException {
        if (!exists(connection, schema)) {
            execute(connection, "CREATE PUBLICATION %2$s FOR " + TABLES + " WITH (publish = 'insert, update')", schema);
            return true;
        }
        if (tables(connection, schema) < 2) {
            execute(connection, "ALTER PUBLICATION %2$s SET " + TABLES, schema);
            return true;
        }
        return false;
    }

    /** The tables have changed places with others of the same names: from here on it is those. */
    static void follow(Connection connection, String schema, Swap swap) throws SQLException {
        if (exists(connection, schema)) {
            execute(connection, "ALTER PUBLICATION %2$s SET " + TABLES, schema);
            tell(connection, schema, swap.text());
        }
    }

    /** Puts a message among the changes, for whoever follows them; it is there if the transaction commits. */
    public static void tell(Connection connection, String schema, String message) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("SELECT pg_logical_emit_message(true, ?, ?)")) {
            statement.setString(1, name(schema));
            statement.setString(2, message);
            statement.execute();
        }
    }

    private static boolean exists(Connection connection, String schema) throws SQLException {
        return count(connection, "SELECT count(*) FROM pg_publication WHERE pubname = ?", name(schema)) == 1;
    }

    private static long tables(Connection connection, String schema) throws SQLException {
        return count(
                connection,
                "SELECT count(*) FROM pg_publication_tables WHERE pubname = ? AND tablename IN ('items', 'queues')"
                        + " AND schemaname = '" + schema + "'",
                name(schema));
    }

    private static long count(Connection connection, String sql, String name) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setString(1, name);
            try (ResultSet found = statement.executeQuery()) {
                found.next();
                return found.getLong(1);
            }
        }
    }

    private static void execute(Connection connection, String sql, String schema) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql.formatted(schema, name(schema)));
        }
    }
}

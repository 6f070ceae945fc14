package dev.odradek.statestore.table;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** Which changes of which tables PostgreSQL publishes: that a row changed, never what is in it. */
final class Publication {
    private static final String TABLES =
            "TABLE %1$s.items (tenant, id, partition, version), TABLE %1$s.queues (tenant, queue, partition, version)";

    private Publication() {}

    static String name(String schema) {
        return schema + "_feed";
    }

    /** Makes it if it is not there. */
    static void ensure(Connection connection, String schema) throws SQLException {
        if (!exists(connection, schema)) {
            execute(connection, "CREATE PUBLICATION %2$s FOR " + TABLES + " WITH (publish = 'insert, update')", schema);
        }
    }

    /** The tables have changed places with others of the same names: from here on it is those. */
    static void follow(Connection connection, String schema) throws SQLException {
        if (exists(connection, schema)) {
            execute(connection, "ALTER PUBLICATION %2$s SET " + TABLES, schema);
        }
    }

    private static boolean exists(Connection connection, String schema) throws SQLException {
        try (PreparedStatement statement =
                connection.prepareStatement("SELECT 1 FROM pg_publication WHERE pubname = ?")) {
            statement.setString(1, name(schema));
            try (ResultSet found = statement.executeQuery()) {
                return found.next();
            }
        }
    }

    private static void execute(Connection connection, String sql, String schema) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql.formatted(schema, name(schema)));
        }
    }
}

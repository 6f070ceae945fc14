package dev.odradek.statestore.feed;

import dev.odradek.statestore.table.DatabaseConfig;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;

/** Opens single connections to the read model's database: the feed needs no pool. */
final class Databases {
    private Databases() {}

    static Connection connect(DatabaseConfig config) throws SQLException {
        Properties properties = new Properties();
        properties.setProperty("user", config.user());
        properties.setProperty("password", config.password());
        properties.setProperty("currentSchema", config.schema());
        properties.setProperty("ApplicationName", "odradek feed");
        properties.setProperty("connectTimeout", "5");
        properties.setProperty("socketTimeout", "60");
        properties.setProperty("tcpKeepAlive", "true");
        return DriverManager.getConnection(config.url(), properties);
    }

    /** Whether nobody else is at it; held by the connection for as long as it is open. */
    static boolean alone(Connection connection, String schema) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet got = statement.executeQuery(
                        "SELECT pg_try_advisory_lock(hashtext('odradek feed " + schema + "'))")) {
            return got.next() && got.getBoolean(1);
        }
    }
}

package dev.odradek.standalone.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;

/** The read model itself, past everything that reads it. */
record Tables(String url) {

    Connection connect() throws SQLException {
        return DriverManager.getConnection(url, "postgres", "");
    }

    /** The version of each row of items, by id and partition. */
    Map<String, Long> rows() throws SQLException {
        Map<String, Long> rows = new HashMap<>();
        try (Connection database = connect();
                Statement statement = database.createStatement();
                ResultSet found = statement.executeQuery("SELECT id, partition, version FROM odradek.items")) {
            while (found.next()) {
                rows.put(found.getString(1) + "/" + found.getInt(2), found.getLong(3));
            }
        }
        return rows;
    }

    /** The feed is told by one instance alone: whoever has the lock keeps all others from it. */
    static void takeFeedsPlace(Statement statement) throws SQLException {
        statement.execute("SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND granted"
                + " AND pid <> pg_backend_pid()"
                + " AND ((classid::bigint << 32) | objid::bigint) = hashtext('odradek feed odradek')::bigint");
        try (ResultSet taken =
                statement.executeQuery("SELECT pg_try_advisory_lock(hashtext('odradek feed odradek'))")) {
            assertThat(taken.next() && taken.getBoolean(1)).isTrue();
        }
    }
}

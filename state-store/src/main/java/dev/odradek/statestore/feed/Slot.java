package dev.odradek.statestore.feed;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;

/**
 * A replication slot as the database shows it: what keeps the log that has not been read yet.
 *
 * @param foreign of another database of the same server, or for another kind of reader
 * @param lost what it kept is gone: it fell too far behind
 * @param confirmed up to where its reader has said it needs nothing any more
 */
record Slot(boolean active, boolean foreign, boolean lost, long confirmed) {
    private static final String FIND = """
            SELECT active, plugin <> 'pgoutput' OR database <> current_database(),
                coalesce(wal_status = 'lost', false), coalesce((confirmed_flush_lsn - '0/0'::pg_lsn)::bigint, 0)
            FROM pg_replication_slots WHERE slot_name = ?""";
    private static final String CREATE =
            "SELECT (lsn - '0/0'::pg_lsn)::bigint FROM pg_create_logical_replication_slot(?, 'pgoutput')";

    static Optional<Slot> find(Connection connection, String name) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(FIND)) {
            statement.setString(1, name);
            try (ResultSet found = statement.executeQuery()) {
                return found.next()
                        ? Optional.of(new Slot(
                                found.getBoolean(1), found.getBoolean(2), found.getBoolean(3), found.getLong(4)))
                        : Optional.empty();
            }
        }
    }

    /** Keeps everything that commits from now on; says from where. */
    static long create(Connection connection, String name) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(CREATE)) {
            statement.setString(1, name);
            try (ResultSet made = statement.executeQuery()) {
                made.next();
                return made.getLong(1);
            }
        }
    }

    static void drop(Connection connection, String name) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("SELECT pg_drop_replication_slot(?)")) {
            statement.setString(1, name);
            statement.execute();
        }
    }
}

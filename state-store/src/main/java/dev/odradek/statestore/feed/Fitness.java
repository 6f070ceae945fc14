package dev.odradek.statestore.feed;

import dev.odradek.statestore.table.DatabaseConfig;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Whether a database can tell of its changes, and which one it is.
 *
 * @param lacking what to change before it can; absent: nothing
 * @param worry what had better be changed; absent: nothing
 * @param system the cluster's own identifier
 */
record Fitness(@Nullable String lacking, @Nullable String worry, String system) {
    // Some hosts grant replication by a role of theirs instead of the attribute.
    private static final String ASK = """
            SELECT current_setting('wal_level'), current_setting('max_slot_wal_keep_size'),
                (SELECT rolsuper OR rolreplication FROM pg_roles WHERE rolname = current_user)
                    OR EXISTS (SELECT 1 FROM pg_roles r
                        WHERE r.rolname = 'rds_replication' AND pg_has_role(current_user, r.oid, 'member')),
                to_regclass(?) IS NOT NULL,
                (SELECT system_identifier::text FROM pg_control_system())""";

    static Fitness of(Connection connection, DatabaseConfig config) throws SQLException {
        try (var statement = connection.prepareStatement(ASK)) {
            statement.setString(1, config.schema() + ".items");
            try (ResultSet told = statement.executeQuery()) {
                told.next();
                return new Fitness(
                        lacking(config, told.getString(1), told.getBoolean(3), told.getBoolean(4)),
                        worry(config, told.getString(2)),
                        told.getString(5));
            }
        }
    }

    static @Nullable String lacking(DatabaseConfig config, String level, boolean may, boolean tables) {
        if (!level.equals("logical")) {
            return "The change feed needs wal_level = logical, but the database at " + config.url() + " has " + level
                    + "; set it there and restart the database.";
        }
        if (!may) {
            return "The change feed needs the right to replicate, but user " + config.user() + " of the database at "
                    + config.url() + " has not got it; grant it with ALTER ROLE " + config.user() + " REPLICATION.";
        }
        return tables ? null : "The change feed waits for the tables in schema " + config.schema() + ".";
    }

    static @Nullable String worry(DatabaseConfig config, String keep) {
        return keep.equals("-1")
                ? "The database at " + config.url() + " keeps its log without limit while the change feed is away"
                        + " (max_slot_wal_keep_size is -1); set a limit such as 10GB, so that it cannot fill the disk."
                : null;
    }

    Optional<String> advice() {
        return Optional.ofNullable(worry);
    }

    Optional<String> complaint() {
        return Optional.ofNullable(lacking);
    }
}

package dev.odradek.statestore.table;

import java.io.Serial;
import java.sql.SQLException;
import org.flywaydb.core.api.FlywayException;
import org.jspecify.annotations.Nullable;

/** The database cannot be used as it is; the message says why and what to change. */
public final class DatabaseException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1;

    DatabaseException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    /** There is nothing to be asked, for this reason. */
    public static DatabaseException saying(String reason) {
        return new DatabaseException(reason, null);
    }

    /** What a failure means to whoever runs the database. */
    public static DatabaseException of(DatabaseConfig config, Exception failure) {
        SQLException sql = deepest(failure);
        return new DatabaseException(
                sql == null ? "The read model's database failed: " + text(failure) + "." : sentence(config, sql),
                failure);
    }

    private static String sentence(DatabaseConfig config, SQLException failure) {
        String state = failure.getSQLState() == null ? "" : failure.getSQLState();
        return switch (state) {
            case "28P01", "28000" ->
                "The database at " + config.url() + " does not let user " + config.user() + " in: " + text(failure)
                        + "; set odradek.database.user and odradek.database.password.";
            case "3D000" ->
                "There is no such database: " + text(failure) + "; create it, or correct " + DatabaseConfig.URL + ".";
            case "42501" ->
                "User " + config.user() + " may not do what the read model needs: " + text(failure)
                        + "; grant it CREATE on the database, and REPLICATION for the change feed.";
            case "53100", "58030" ->
                "The database's disk is full: " + text(failure)
                        + "; make room, the projection goes on by itself where it stopped.";
            case "53300" -> "The database takes no more connections: " + text(failure) + "; raise its max_connections.";
            case "08001", "08006", "08003", "08004", "57P01", "57P02", "57P03" ->
                "No database answers at " + config.url() + " (" + text(failure) + "); start it, or correct "
                        + DatabaseConfig.URL + ".";
            default -> "The database at " + config.url() + " failed: " + text(failure) + " (state " + state + ").";
        };
    }

    private static @Nullable SQLException deepest(Throwable failure) {
        SQLException found = null;
        for (Throwable each = failure; each != null; each = each.getCause()) {
            if (each instanceof SQLException sql && sql.getSQLState() != null) {
                found = sql;
            }
        }
        return found;
    }

    private static String text(Throwable failure) {
        Throwable told =
                failure instanceof FlywayException && failure.getCause() != null ? failure.getCause() : failure;
        String message = told.getMessage() == null ? told.getClass().getSimpleName() : told.getMessage();
        return message.lines().findFirst().orElse("").strip();
    }
}

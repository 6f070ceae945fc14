package dev.odradek.statestore.table;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Rows on their way into one statement: each column travels as one array. */
final class Columns {
    private final String[] types;
    private final List<List<@Nullable Object>> columns = new ArrayList<>();

    /** One SQL type per column. */
    Columns(String... types) {
        this.types = types;
        for (int i = 0; i < types.length; i++) {
            columns.add(new ArrayList<>());
        }
    }

    void add(@Nullable Object... row) {
        for (int i = 0; i < types.length; i++) {
            Object value = row[i];
            columns.get(i).add(value instanceof String text ? clean(text) : value);
        }
    }

    boolean isEmpty() {
        return columns.get(0).isEmpty();
    }

    int size() {
        return columns.get(0).size();
    }

    /** Runs a statement that has one parameter per column. */
    int run(Connection connection, String sql) throws SQLException {
        if (isEmpty()) {
            return 0;
        }
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            fill(connection, statement);
            return statement.executeUpdate();
        }
    }

    void fill(Connection connection, PreparedStatement statement) throws SQLException {
        for (int i = 0; i < types.length; i++) {
            statement.setArray(
                    i + 1, connection.createArrayOf(types[i], columns.get(i).toArray()));
        }
    }

    /** PostgreSQL has no NUL in a text. */
    static String clean(String text) {
        return text.indexOf('\0') < 0 ? text : text.replace('\0', '\uFFFD');
    }
}

package dev.odradek.statestore.table;

import java.io.IOException;
import java.io.StringReader;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;

/** Rows as COPY reads them: the quickest way into a table. */
final class CopyText {
    private static final int BUFFER = 65_536;

    private final StringBuilder text = new StringBuilder();
    private boolean midRow;

    CopyText add(@Nullable Object value) {
        if (midRow) {
            text.append('\t');
        }
        midRow = true;
        if (value == null) {
            text.append("\\N");
        } else if (value instanceof Number) {
            text.append(value);
        } else {
            escape(value.toString());
        }
        return this;
    }

    CopyText time(long millis) {
        return add(Instant.ofEpochMilli(millis));
    }

    void endRow() {
        text.append('\n');
        midRow = false;
    }

    void into(Connection connection, String table) throws SQLException {
        if (text.isEmpty()) {
            return;
        }
        try {
            connection
                    .unwrap(PGConnection.class)
                    .getCopyAPI()
                    .copyIn("COPY " + table + " FROM STDIN", new StringReader(text.toString()), BUFFER);
        } catch (IOException e) {
            throw new SQLException("copying into " + table + " broke off", "08006", e);
        }
    }

    private void escape(String value) {
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            switch (c) {
                case '\\' -> text.append("\\\\");
                case '\t' -> text.append("\\t");
                case '\n' -> text.append("\\n");
                case '\r' -> text.append("\\r");
                case '\0' -> text.append('\uFFFD');
                default -> text.append(c);
            }
        }
    }
}

package dev.odradek.statestore.table;

import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Every row of every table, as text. */
final class Dump {
    static final List<String> TABLES = List.of(
            "progress", "machines", "items", "axes", "history", "queues", "queue_minutes", "failures", "dead_letters");

    private Dump() {}

    static Map<String, List<String>> of(Database database) {
        Map<String, List<String>> tables = new LinkedHashMap<>();
        TABLES.forEach(table -> tables.put(table, rows(database, table)));
        return tables;
    }

    static List<String> rows(Database database, String table) {
        return database.with(connection -> {
            List<String> rows = new ArrayList<>();
            try (Statement statement = connection.createStatement();
                    ResultSet found = statement.executeQuery("SELECT t::text FROM " + table + " t ORDER BY 1")) {
                while (found.next()) {
                    rows.add(found.getString(1));
                }
            }
            return rows;
        });
    }
}

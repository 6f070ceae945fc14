package dev.odradek.standalone.cli;

import java.util.Locale;
import tools.jackson.databind.JsonNode;

/** What has become of an item, a line per fact. */
final class HistoryText {
    private HistoryText() {}

    /** @param told what {@code /history} answers */
    static String of(JsonNode told) {
        Table table = new Table("TIME", "WHAT", "WHY", "HOLDER", "ATTEMPT", "ERROR");
        told.path("history")
                .values()
                .forEach(fact -> table.row(
                        Times.exactly(fact.path("at")),
                        what(fact),
                        fact.path("why").asString("-"),
                        fact.path("holder").asString("-"),
                        fact.hasNonNull("attempt") ? fact.path("attempt").asInt() : "-",
                        error(fact)));
        return "History"
                + (told.path("earlier").asBoolean() ? ", the newest lines (raise --limit for earlier ones)" : "")
                + ":\n" + table;
    }

    private static String what(JsonNode fact) {
        String axis = fact.path("axis").asString("");
        if (fact.hasNonNull("to")) {
            String through = fact.path("details").path("through").asString("");
            return axis + " " + fact.path("from").asString() + " → " + (through.isEmpty() ? "" : through + " → ")
                    + fact.path("to").asString();
        }
        String type = fact.path("type").asString().toLowerCase(Locale.ROOT);
        String command = fact.path("details").path("command").asString("");
        return (type + " " + axis + command).strip();
    }

    private static String error(JsonNode fact) {
        return fact.path("error").asString(fact.path("details").path("message").asString("-"));
    }
}

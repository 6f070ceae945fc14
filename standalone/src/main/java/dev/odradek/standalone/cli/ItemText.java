package dev.odradek.standalone.cli;

import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/** Items in words. */
final class ItemText {
    private ItemText() {}

    static String whole(JsonNode item) {
        StringBuilder text = new StringBuilder();
        text.append("Item ").append(item.path("id").asString()).append(" of machine ");
        text.append(item.path("machine").asString())
                .append(" version ")
                .append(item.path("version").asInt());
        text.append(", created ").append(Times.seconds(item.path("created_at"))).append(", changed ");
        text.append(Times.seconds(item.path("updated_at"))).append(".\n");
        item.path("axes").properties().forEach(axis -> text.append(axis(axis.getKey(), axis.getValue())));
        text.append("Payload: ").append(item.path("payload")).append('\n');
        return text.toString();
    }

    static String rows(JsonNode items) {
        long now = System.currentTimeMillis();
        Table table = new Table("ID", "MACHINE", "STATE", "HELD BY", "ATTEMPTS", "CHANGED");
        items.values()
                .forEach(item -> table.row(
                        item.path("id").asString(),
                        item.path("machine").asString() + " v"
                                + item.path("version").asInt(),
                        each(item, "status"),
                        each(item, "claimed_by"),
                        each(item, "attempts"),
                        Times.brief(item.path("updated_at"), now)));
        return table.toString();
    }

    private static String axis(String name, JsonNode axis) {
        StringBuilder text = new StringBuilder("  ")
                .append(name)
                .append(": ")
                .append(axis.path("status").asString());
        if (axis.hasNonNull("claimed_by")) {
            text.append(", held by ").append(axis.path("claimed_by").asString());
            text.append(" since ").append(Times.seconds(axis.path("claimed_at")));
        }
        text.append(", epoch ").append(axis.path("epoch").asLong());
        text.append(", attempts ").append(axis.path("attempts").asInt());
        if (axis.hasNonNull("last_error")) {
            text.append(", last error: ").append(axis.path("last_error").asString());
        }
        return text.append("\n    ")
                .append(axis.path("wakeup").asString())
                .append('\n')
                .toString();
    }

    private static String each(JsonNode item, String field) {
        return item.path("axes").values().stream()
                .map(axis -> axis.hasNonNull(field) ? axis.path(field).asString() : "-")
                .collect(Collectors.joining(" "));
    }
}

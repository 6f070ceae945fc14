package dev.odradek.standalone.cli;

import dev.odradek.standalone.client.Complaint;
import dev.odradek.standalone.client.Exit;
import dev.odradek.standalone.client.ReadClient;
import java.util.Map;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The verbs that show one item. */
final class ItemVerbs {
    private ItemVerbs() {}

    @Command(
            name = "item",
            mixinStandardHelpOptions = true,
            description =
                    "Show one item: where each axis stands, who holds it, what it carries, what has become of it.",
            footer = {
                "",
                "Examples:",
                "  ./odradek item 5f0c…",
                "  ./odradek item 5f0c… --limit 200         more of its history",
                "  ./odradek item 5f0c… --json | jq .history"
            })
    static int item(
            @Mixin Common common,
            @Mixin After after,
            @Parameters(paramLabel = "ID", description = "The item.") String id,
            @Option(
                            names = "--limit",
                            paramLabel = "N",
                            defaultValue = "20",
                            description = "At most so many lines of history, the newest, 1 to 1000 (default: 20).")
                    int limit) {
        // Whoever waits for the read model is answered by whoever keeps it.
        JsonNode item = after.isGiven() ? common.list(path(id), after.in(Map.of())) : fetch(common, id);
        ObjectNode shown = (ObjectNode) item;
        String history = history(common, id, limit, shown);
        common.out().show(shown, () -> ItemText.whole(item) + history);
        return Exit.OK.code();
    }

    @Command(
            name = "why",
            mixinStandardHelpOptions = true,
            description = "Say why an item stands where it stands, and what moves it next.",
            footer = {"", "Examples:", "  ./odradek why 5f0c…"})
    static int why(@Mixin Common common, @Parameters(paramLabel = "ID", description = "The item.") String id) {
        JsonNode why = common.read(path(id) + "/why", Map.of());
        common.out()
                .show(
                        why,
                        () -> why.path("why").values().stream()
                                .map(JsonNode::asString)
                                .collect(Collectors.joining("\n")));
        return Exit.OK.code();
    }

    static JsonNode fetch(Common common, String id) {
        return common.read(path(id), Map.of());
    }

    /** Adds it for programs and says it for people; an item is shown also when its history is not to be had. */
    private static String history(Common common, String id, int limit, ObjectNode item) {
        JsonNode told;
        try {
            told = common.list(path(id) + "/history", Map.of("limit", Integer.toString(limit)));
        } catch (Complaint e) {
            if (e.exit() == Exit.USAGE) {
                throw e;
            }
            if (e.exit() == Exit.NOT_FOUND) {
                return "Its history has not reached the read model yet.\n";
            }
            item.put("behind", e.sentence());
            return "Its history is not to be had just now: " + e.sentence() + "\n";
        }
        item.set("history", told.path("history"));
        item.set("earlier", told.path("earlier"));
        if (told.hasNonNull("behind")) {
            item.set("behind", told.path("behind"));
        }
        return HistoryText.of(told) + Common.behind(told);
    }

    /** As a script gives none whose variable is not set. */
    static void requireId(String id) {
        if (id.isBlank()) {
            throw new IllegalArgumentException(
                    "ID must name an item, but is empty; ./odradek items lists those there are");
        }
    }

    private static String path(String id) {
        requireId(id);
        return "/v1/items/" + ReadClient.segment(id);
    }
}

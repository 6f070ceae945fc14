package dev.odradek.standalone.cli;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which items to list. */
final class ItemFilter {
    @Option(names = "--machine", paramLabel = "NAME", description = "Only of this machine.")
    private @Nullable String machine;

    @Option(names = "--state", paramLabel = "STATE", description = "Only with an axis in this state.")
    private @Nullable String state;

    @Option(names = "--queue", paramLabel = "QUEUE", description = "Only those on this queue.")
    private @Nullable String queue;

    @Option(
            names = "--failure",
            paramLabel = "FAILURE",
            description =
                    "Only those that stand failed with an error of this kind; ./odradek failures names the kinds.")
    private @Nullable String failure;

    @Option(names = "--holder", paramLabel = "WORKER", description = "Only those that this worker holds.")
    private @Nullable String holder;

    @Option(names = "--parent", paramLabel = "ID", description = "Only those that this item has spawned.")
    private @Nullable String parent;

    @Option(names = "--limit", paramLabel = "N", description = "At most so many, 1 to 1000 (default: 50).")
    private int limit = 50;

    @Option(
            names = "--before",
            paramLabel = "CURSOR",
            description = "The page after another: the cursor that one ended with.")
    private @Nullable String before;

    Map<String, String> query() {
        Map<String, String> query = new LinkedHashMap<>();
        put(query, "machine", machine);
        put(query, "state", state);
        put(query, "queue", queue);
        put(query, "failure", failure);
        put(query, "holder", holder);
        put(query, "parent", parent);
        put(query, "before", before);
        query.put("limit", Integer.toString(limit));
        return query;
    }

    private static void put(Map<String, String> query, String name, @Nullable String value) {
        if (value != null) {
            query.put(name, value);
        }
    }
}

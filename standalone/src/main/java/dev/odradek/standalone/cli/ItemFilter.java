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

    @Option(names = "--limit", paramLabel = "N", description = "At most so many, 1 to 1000 (default: 50).")
    private int limit = 50;

    int limit() {
        return limit;
    }

    Map<String, String> query() {
        Map<String, String> query = new LinkedHashMap<>();
        put(query, "machine", machine);
        put(query, "state", state);
        put(query, "queue", queue);
        query.put("limit", Integer.toString(limit));
        return query;
    }

    private static void put(Map<String, String> query, String name, @Nullable String value) {
        if (value != null) {
            query.put(name, value);
        }
    }
}

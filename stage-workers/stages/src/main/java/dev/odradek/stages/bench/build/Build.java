package dev.odradek.stages.bench.build;

import dev.odradek.topics.route.Ids;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/**
 * A build as its item's payload tells it.
 *
 * @param artifact where its binary is kept, once it is ready
 */
record Build(String sha, String version, String artifact, long size, String builtAt) {
    static final String MACHINE = "build";

    private static final Pattern SAFE = Pattern.compile("[A-Za-z0-9._-]+");

    static Build of(JsonNode payload) {
        return new Build(
                payload.path("sha").asString(""),
                payload.path("version").asString(""),
                payload.path("hash").asString(""),
                payload.path("size").asLong(0),
                payload.path("built_at").asString(""));
    }

    static boolean isSha(String sha) {
        return SAFE.matcher(sha).matches();
    }

    /** One build for each sha: whoever posts it again posts the same item. */
    static String key(String sha) {
        return "build/" + sha;
    }

    static String itemId(String tenant, String sha) {
        return Ids.forKey(tenant, key(sha));
    }

    /** What is told of the newest that is ready. */
    Map<String, Object> asCurrent() {
        Map<String, Object> told = new LinkedHashMap<>();
        told.put("sha", sha);
        told.put("version", version);
        told.put("hash", artifact);
        told.put("size", size);
        told.put("built_at", builtAt);
        return told;
    }
}

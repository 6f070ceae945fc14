package dev.odradek.stages.bench.build;

import java.util.LinkedHashMap;
import java.util.Map;

/** Where a build stands, as it decides what asking for it does. */
enum Standing {
    READY,
    PENDING,
    FAILED,
    ABSENT;

    static Standing of(String state) {
        return switch (state) {
            case "ready" -> READY;
            case "queued", "building" -> PENDING;
            case "" -> ABSENT;
            default -> FAILED;
        };
    }

    /** What whoever asked for the build is told. */
    Map<String, Object> told(String sha, String version) {
        Map<String, Object> told = new LinkedHashMap<>();
        told.put("built", this == READY);
        told.put(this == READY ? "sha" : "enqueued", sha);
        told.put("version", version);
        if (this == PENDING) {
            told.put("pending", true);
        }
        return told;
    }
}

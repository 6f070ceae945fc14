package dev.odradek.stages.bench.task;

import java.util.Locale;
import tools.jackson.databind.JsonNode;

/** How a run of an agent ended. */
public enum Outcome {
    SUCCESS,
    PARTIAL,
    FAILED,
    /** Nobody was asked. */
    QUOTA_SKIPPED;

    /** The agent's own word counts only if the run itself went well. */
    public static Outcome of(JsonNode run) {
        JsonNode said = run.path("self_report");
        if (!run.path("status").asString("").equals("ok") || (said.isBoolean() && !said.booleanValue())) {
            return FAILED;
        }
        return said.isString() && said.stringValue().equals("partial") ? PARTIAL : SUCCESS;
    }

    /** As trophies carry it. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}

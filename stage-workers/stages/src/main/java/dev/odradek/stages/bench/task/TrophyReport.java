package dev.odradek.stages.bench.task;

import dev.odradek.topics.format.Json;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** What a trophy carries of a run. Pure. */
public final class TrophyReport {
    private static final List<String> AS_REPORTED =
            List.of("metrics", "summary", "what_went_well", "what_failed", "report_md", "suggestions", "baml_version");

    private TrophyReport() {}

    /**
     * A trophy for a task that an agent has worked on.
     *
     * @param transcript where the whole of it is kept, if it is
     */
    public static ObjectNode of(String taskId, JsonNode run, Optional<String> transcript) {
        ObjectNode trophy = Json.mapper().createObjectNode();
        trophy.put("task", taskId);
        trophy.put("outcome", Outcome.of(run).word());
        AS_REPORTED.stream().filter(run::has).forEach(field -> trophy.set(field, run.get(field)));
        trophy.set("findings", findings(run));
        transcript.ifPresent(where -> trophy.put("transcript", where));
        if (run.path("repro_verified").asBoolean(false) && run.has("repro")) {
            trophy.set("repro", run.get("repro"));
        }
        return trophy;
    }

    /** For a task that no agent was asked about. */
    public static ObjectNode skipped(String taskId) {
        ObjectNode trophy = Json.mapper().createObjectNode();
        trophy.put("task", taskId);
        trophy.put("outcome", Outcome.QUOTA_SKIPPED.word());
        trophy.putArray("findings");
        return trophy;
    }

    /** What the agent reports, and, to be taken with care, what its tools complained about. */
    private static ArrayNode findings(JsonNode run) {
        ArrayNode findings = Json.mapper().createArrayNode();
        run.path("findings").forEach(findings::add);
        for (JsonNode turn : run.path("turns")) {
            if (turn.hasNonNull("error")) {
                String tool = turn.path("tool").asString("a tool");
                findings.addObject()
                        .put(
                                "title",
                                tool + " failed: " + firstLine(turn.get("error").asString()))
                        .put("detail", turn.get("error").asString())
                        .put("call_index", turn.path("call_index").asInt())
                        .put("tentative", true);
            }
        }
        return findings;
    }

    private static String firstLine(String text) {
        return text.lines().findFirst().orElse("");
    }
}

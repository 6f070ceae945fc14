package dev.odradek.stages.bench.proxy;

import dev.odradek.topics.format.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * How a run ended, and what the model says of it.
 *
 * @param status {@code ok}, {@code timeout} or {@code error}
 * @param said the model's report; empty if there is none
 */
record RunReport(String status, JsonNode said, boolean reproVerified) {
    private static final List<String> TEXTS = List.of("summary", "what_went_well", "what_failed", "report_md");
    private static final List<String> LISTS = List.of("findings", "suggestions");

    /** From the model's last words; words that are no JSON object are a summary of something half done. */
    static RunReport of(String text) {
        try {
            JsonNode said = Json.parse(unfenced(text));
            if (said.isObject()) {
                return new RunReport("ok", said, false);
            }
        } catch (JacksonException e) {
            // Told below.
        }
        JsonNode half =
                Json.mapper().createObjectNode().put("self_report", "partial").put("summary", text);
        return new RunReport("ok", half, false);
    }

    static RunReport timeout() {
        return new RunReport("timeout", failed("The run's time was over."), false);
    }

    static RunReport error(String why) {
        return new RunReport("error", failed(why), false);
    }

    private static JsonNode failed(String why) {
        return Json.mapper().createObjectNode().put("self_report", false).put("summary", why);
    }

    private static String unfenced(String text) {
        int from = text.indexOf('{');
        int to = text.lastIndexOf('}');
        return from < 0 || to < from ? text : text.substring(from, to + 1);
    }

    RunReport verified(boolean isVerified) {
        return new RunReport(status, said, isVerified);
    }

    /** A source that is said to show a bug; empty if there is none. */
    String repro() {
        return said.path("repro").asString("");
    }

    boolean isOk() {
        return status.equals("ok");
    }

    Map<String, Object> answer(List<?> turns, Map<String, Object> metrics, Optional<String> bamlVersion) {
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("status", status);
        JsonNode own = said.path("self_report");
        answer.put("self_report", own.isMissingNode() ? Json.parse("true") : own);
        TEXTS.forEach(name -> answer.put(name, said.path(name).asString("")));
        answer.put("turns", turns);
        answer.put("metrics", metrics);
        answer.put("baml_version", bamlVersion.orElse(""));
        LISTS.forEach(name -> answer.put(name, said.path(name).isArray() ? said.path(name) : List.of()));
        if (!repro().isBlank()) {
            answer.put("repro", repro());
        }
        answer.put("repro_verified", reproVerified);
        return answer;
    }
}

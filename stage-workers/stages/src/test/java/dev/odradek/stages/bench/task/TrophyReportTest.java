package dev.odradek.stages.bench.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.odradek.topics.format.Json;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

@DisplayName("A trophy")
class TrophyReportTest {

    @ParameterizedTest(name = "{0} and {1}: {2}")
    @CsvSource({
        "ok, true, success",
        "ok, null, success",
        "ok, '\"partial\"', partial",
        "ok, false, failed",
        "timeout, true, failed",
        "error, '\"partial\"', failed"
    })
    @DisplayName("A35 has failed unless the run went well and the agent does not say otherwise")
    void outcome(String status, String selfReport, String outcome) {
        JsonNode run = Json.parse("{\"status\":\"%s\",\"self_report\":%s}".formatted(status, selfReport));

        assertThat(Outcome.of(run).word()).isEqualTo(outcome);
    }

    @Test
    @DisplayName("A35 carries what was reported, and errors of tools as tentative findings")
    void carries() {
        JsonNode run = Json.parse("""
                {"status": "ok", "summary": "s", "what_went_well": "w", "what_failed": "f", "report_md": "# r",
                 "metrics": {"turns": 3}, "suggestions": ["more"], "baml_version": "0.9", "stray": 1,
                 "findings": [{"title": "one"}],
                 "turns": [{"call_index": 0, "tool": "baml"}, {"call_index": 1, "tool": "baml", "error": "no\\nsuch"}]}
                """);

        JsonNode trophy = TrophyReport.of("t", run, Optional.of("sha256:ab"));

        assertThat(trophy.propertyNames())
                .containsExactlyInAnyOrder(
                        "task",
                        "outcome",
                        "metrics",
                        "summary",
                        "what_went_well",
                        "what_failed",
                        "report_md",
                        "suggestions",
                        "baml_version",
                        "findings",
                        "transcript");
        assertThat(trophy.path("findings")).hasSize(2);
        assertThat(trophy.path("findings").path(1)).isEqualTo(Json.parse("""
                        {"title": "baml failed: no", "detail": "no\\nsuch", "call_index": 1, "tentative": true}"""));
    }

    @ParameterizedTest(name = "verified: {0}")
    @CsvSource({"true, true", "false, false", "null, false"})
    @DisplayName("A35 has a repro only if it was verified")
    void repro(String verified, boolean kept) {
        JsonNode run = Json.parse("{\"status\":\"ok\",\"repro\":\"x\",\"repro_verified\":%s}".formatted(verified));

        assertThat(TrophyReport.of("t", run, Optional.empty()).has("repro")).isEqualTo(kept);
    }
}

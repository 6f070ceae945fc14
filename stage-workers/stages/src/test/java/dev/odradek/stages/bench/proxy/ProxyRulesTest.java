package dev.odradek.stages.bench.proxy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.odradek.stages.bench.proxy.RunRequest.Refused;
import dev.odradek.topics.format.Json;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ProxyRulesTest {
    private static final Duration LONGEST = Duration.ofMinutes(1);

    static Stream<Arguments> requests() {
        return Stream.of(
                arguments("a safe id and a model on the list", "r-1.a_B", "m", "", 0),
                arguments("a safe sha", "r", "m", "0a1b", 0),
                arguments("no id", "", "m", "", 400),
                arguments("an id that leads up", "..", "m", "", 400),
                arguments("an id that leads away", "../x", "m", "", 400),
                arguments("an id with a line's end", "r\n", "m", "", 400),
                arguments("a sha that leads away", "r", "m", "a/../../b", 400),
                arguments("a model not on the list", "r", "n", "", 403),
                arguments("no model", "r", "", "", 403));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("requests")
    void refuses(String rule, String id, String model, String sha, int status) {
        RunRequest request = new RunRequest(id, model, "do it", sha, LONGEST);

        int found = request.refused(Set.of("m")).map(Refused::status).orElse(0);

        assertThat(found).as(rule).isEqualTo(status);
    }

    @Test
    @DisplayName("a run takes at most as long as the proxy allows, and as it is asked for within that")
    void timeouts() {
        assertThat(RunRequest.of(Json.parse("{\"timeout_ms\": 600000}"), LONGEST)
                        .timeout())
                .isEqualTo(LONGEST);
        assertThat(RunRequest.of(Json.parse("{\"timeout_ms\": 500}"), LONGEST).timeout())
                .isEqualTo(Duration.ofMillis(500));
        assertThat(RunRequest.of(Json.parse("{}"), LONGEST).timeout()).isEqualTo(LONGEST);
    }

    @Test
    @DisplayName("a report may stand within other words; words without one are a summary of something half done")
    void reports() {
        Map<String, Object> whole = answer(RunReport.of("Here it is: ```json\n{\"summary\": \"s\"}\n```"));
        Map<String, Object> words = answer(RunReport.of("I gave up {"));

        assertThat(whole).containsEntry("summary", "s").containsEntry("self_report", Json.parse("true"));
        assertThat(words)
                .containsEntry("summary", "I gave up {")
                .containsEntry("self_report", Json.parse("\"partial\""));
        assertThat(answer(RunReport.timeout())).containsEntry("status", "timeout");
    }

    @Test
    @DisplayName("usage adds up, and has a price")
    void bills() {
        Bill bill = Bill.NOTHING
                .answered(Json.parse("{\"input_tokens\": 1000000, \"cache_read_input_tokens\": 1000000}"))
                .usedTool()
                .answered(Json.parse("{\"output_tokens\": 1000000, \"cache_creation_input_tokens\": 1000000}"));

        Map<String, Object> metrics = bill.metrics(7);

        assertThat(metrics)
                .containsEntry("api_calls", 2)
                .containsEntry("tool_calls", 1)
                .containsEntry("wall_clock_ms", 7L);
        assertThat(metrics.get("estimated_cost_usd")).hasToString("22.050000");
    }

    private static Map<String, Object> answer(RunReport report) {
        return report.answer(List.of(), Map.of(), Optional.empty());
    }
}

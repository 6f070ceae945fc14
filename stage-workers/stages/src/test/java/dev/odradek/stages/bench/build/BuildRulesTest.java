package dev.odradek.stages.bench.build;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.odradek.topics.format.Json;
import java.time.LocalDate;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class BuildRulesTest {
    private static final LocalDate DAY = LocalDate.of(2026, 3, 1);

    static Stream<Arguments> standings() {
        return Stream.of(
                arguments("a ready build is told as built", "ready", """
                        {"built":true,"sha":"s","version":"v"}"""),
                arguments("a queued one is pending", "queued", """
                        {"built":false,"enqueued":"s","version":"v","pending":true}"""),
                arguments("a building one is pending", "building", """
                        {"built":false,"enqueued":"s","version":"v","pending":true}"""),
                arguments("a failed one is enqueued again", "failed", """
                        {"built":false,"enqueued":"s","version":"v"}"""),
                arguments("a cancelled one is enqueued again", "cancelled", """
                        {"built":false,"enqueued":"s","version":"v"}"""),
                arguments("what is not there is enqueued", "", """
                        {"built":false,"enqueued":"s","version":"v"}"""));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("standings")
    void tells(String rule, String state, String told) {
        assertThat(Json.mapper().writeValueAsString(Standing.of(state).told("s", "v")))
                .as(rule)
                .isEqualTo(told);
    }

    @Test
    @DisplayName("A50 tasks are parted by ||, blank ones left out; without any, each day has its own in turn")
    void tasksOfADay() {
        assertThat(CronTasks.of(" a ||b|| ||", DAY)).containsExactly("a", "b");

        List<String> rotation = IntStream.range(0, 10)
                .mapToObj(n -> CronTasks.of("  ", DAY.plusDays(n)))
                .peek(tasks -> assertThat(tasks).hasSize(1))
                .map(tasks -> tasks.get(0))
                .toList();

        assertThat(rotation.subList(0, 5)).doesNotHaveDuplicates().isEqualTo(rotation.subList(5, 10));
    }

    @Test
    @DisplayName("the cycles after the first are at its minute of the day")
    void daily() {
        assertThat(Cycle.daily(ZonedDateTime.parse("2026-03-01T23:05:59Z"))).isEqualTo("5 23 * * *");
    }

    @Test
    @DisplayName("A47 the last 4000 characters of a build's log are kept")
    void tail() {
        assertThat(Builder.tail("a".repeat(10) + "b".repeat(4000))).isEqualTo("b".repeat(4000));
        assertThat(Builder.tail("short")).isEqualTo("short");
    }
}

package dev.odradek.bench.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class GaugesTest {
    private static final String TEXT = """
            # HELP moves_total Moves.
            moves_total{why="claimed"} 3.0
            moves_total{why="completed"} 4.5
            moves_total_of_others 9.0
            plain 2.0
            """;

    @Test
    void sumsOverLabelsAndNothingElse() {
        assertThat(Gauges.sum(TEXT, "moves_total")).isEqualTo(7.5);
        assertThat(Gauges.sum(TEXT, "plain")).isEqualTo(2.0);
        assertThat(Gauges.sum(TEXT, "absent")).isZero();
    }
}

package dev.odradek.bench.figure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.odradek.bench.report.Samples;
import org.junit.jupiter.api.Test;

class ResultsTest {
    private final Results results = Samples.results();

    @Test
    void moreIsBetterForRatesAndLessForTimes() {
        assertThat(results.lead(Metric.W3, row -> true)).hasValue(4.0);
        assertThat(results.lead(Metric.W3_P50, row -> true)).hasValue(0.5);
    }

    @Test
    void equalGuaranteesAreComparedAmongThemselves() {
        assertThat(results.lead(Metric.W3, row -> row.survives().powerCut())).hasValue(2.0);
    }

    @Test
    void whatIsMissingOnOneSideIsNotCompared() {
        assertThat(results.lead(Metric.W4_DEFAULT, row -> true)).isEmpty();
    }
}

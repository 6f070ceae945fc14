package dev.odradek.bench.figure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.odradek.bench.report.Samples;
import org.junit.jupiter.api.Test;

class ResultsTest {
    private final Results results = Samples.results();

    @Test
    void moreIsBetterForRatesAndLessForTimes() {
        assertThat(results.best(Metric.W3, row -> true)).map(Row::key).hasValue("odradek-eager");
        assertThat(results.best(Metric.W3_P50, row -> true)).map(Row::key).hasValue("peer");
    }

    @Test
    void equalGuaranteesAreComparedAmongThemselves() {
        assertThat(results.best(Metric.W3, row -> row.survives().powerCut()))
                .map(Row::key)
                .hasValue("odradek-eager-flushed");
    }

    @Test
    void whatNobodyWasMeasuredByHasNoBest() {
        assertThat(results.best(Metric.W4_DEFAULT, row -> true)).isEmpty();
    }
}

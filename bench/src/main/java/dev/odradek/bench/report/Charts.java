package dev.odradek.bench.report;

import dev.odradek.bench.figure.Metric;
import dev.odradek.bench.figure.Results;
import java.util.List;

/** Which metrics are drawn, and into which files. */
final class Charts {
    private static final List<Metric> DRAWN =
            List.of(Metric.W1, Metric.W2_P50, Metric.W3, Metric.W3_P50, Metric.W4_LOWEST);

    private Charts() {}

    /** Those with more than one bar. */
    static List<Metric> of(Results results) {
        return DRAWN.stream()
                .filter(metric -> results.having(metric).count() > 1)
                .toList();
    }

    static String file(Metric metric) {
        return metric.key().replace('_', '-') + ".svg";
    }
}

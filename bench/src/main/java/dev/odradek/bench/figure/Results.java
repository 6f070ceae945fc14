package dev.odradek.bench.figure;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * One run: where it was made, and a row for each system.
 *
 * @param incomplete why it is not all that was asked for, if it is not
 */
public record Results(Setup setup, List<Row> rows, Optional<String> incomplete) {
    public Results {
        rows = List.copyOf(rows);
    }

    public Results(Setup setup, List<Row> rows) {
        this(setup, rows, Optional.empty());
    }

    public Optional<Row> row(String key) {
        return rows.stream().filter(row -> row.key().equals(key)).findFirst();
    }

    public Stream<Row> having(Metric metric) {
        return rows.stream().filter(row -> row.figure(metric).isPresent());
    }

    /** The row with the best median, of those that fit. */
    public Optional<Row> best(Metric metric, Predicate<Row> of) {
        Comparator<Row> byMedian = Comparator.comparingDouble(
                row -> row.figure(metric).orElseThrow().median());
        return having(metric).filter(of).max(metric.moreIsBetter() ? byMedian : byMedian.reversed());
    }
}

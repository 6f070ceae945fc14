package dev.odradek.bench.report;

import dev.odradek.bench.figure.Metric;
import dev.odradek.bench.figure.Results;
import dev.odradek.bench.figure.Row;
import java.util.Optional;
import java.util.function.Function;

/**
 * Something the project has set itself, and how a run shows whether it is reached.
 *
 * @param compared the figure that is held against the bound; absent where a run does not have all that it takes
 */
record Goal(String text, Function<Results, Optional<Figure>> compared, Bound bound) {

    /** A value, and in words what it is made of. */
    record Figure(double value, String words) {}

    /** One of a row's figures. */
    record Pick(Row row, Metric metric) {
        double value() {
            return row.figure(metric).orElseThrow().median();
        }

        String words(Results results) {
            return words(row.name(), results);
        }

        /** Beside another figure of the same row its name would say nothing. */
        String wordsBeside(Pick other, Results results) {
            return words(row.key().equals(other.row().key()) ? metric.title() : row.name(), results);
        }

        private String words(String named, Results results) {
            String runs = Text.runs(row.figure(metric).orElseThrow(), results);
            return named + " " + Text.number(value()) + " " + metric.unit() + runs;
        }
    }

    /** What a figure may be. */
    record Bound(double limit, boolean atLeast) {
        static Bound atLeast(double limit) {
            return new Bound(limit, true);
        }

        static Bound atMost(double limit) {
            return new Bound(limit, false);
        }

        boolean holds(double value) {
            return atLeast ? value >= limit : value <= limit;
        }
    }

    /** As a row of the table: the goal, its figure, and whether it is met. */
    String line(Results results) {
        Optional<Figure> figure = compared.apply(results);
        return "| %s | %s | %s |\n".formatted(text, figure.map(Figure::words).orElse(Text.NONE), verdict(figure));
    }

    private String verdict(Optional<Figure> figure) {
        return figure.map(found -> bound.holds(found.value()) ? "met" : "**missed**")
                .orElse("not measured");
    }

    /** How many times the second the first is. */
    static Function<Results, Optional<Figure>> ratio(
            Function<Results, Optional<Pick>> first, Function<Results, Optional<Pick>> second) {
        return results -> first.apply(results)
                .flatMap(one -> second.apply(results).map(other -> {
                    double times = one.value() / other.value();
                    String words = one.wordsBeside(other, results) + "; " + other.wordsBeside(one, results);
                    return new Figure(times, Text.number(times) + " times: " + words);
                }));
    }

    static Function<Results, Optional<Figure>> value(Function<Results, Optional<Pick>> pick) {
        return results -> pick.apply(results).map(found -> new Figure(found.value(), found.words(results)));
    }
}

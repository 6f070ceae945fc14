package dev.odradek.bench.report;

import dev.odradek.bench.figure.Metric;
import dev.odradek.bench.figure.Results;
import dev.odradek.bench.figure.Row;
import dev.odradek.bench.figure.Spread;
import java.util.Locale;

/** Figures as people read them. */
final class Text {
    static final String NONE = "–";

    private Text() {}

    /** Three digits that mean something, and no more. */
    static String number(double value) {
        double size = Math.abs(value);
        String format = size >= 100 ? "%,.0f" : size >= 10 ? "%.1f" : size >= 0.1 || size == 0 ? "%.2f" : "%.3f";
        return String.format(Locale.ROOT, format, value);
    }

    /** The median, and from where to where if there were several. */
    static String spread(Spread spread) {
        return spread.values().size() == 1
                ? number(spread.median())
                : number(spread.median()) + " (" + number(spread.min()) + "–" + number(spread.max()) + ")";
    }

    static String figure(Row row, Metric metric, Results results) {
        return row.figure(metric)
                .map(spread -> spread(spread) + runs(spread, results))
                .orElse(NONE);
    }

    /** How many runs gave a value, if not all did. */
    static String runs(Spread spread, Results results) {
        int all = results.setup().repeats();
        int had = spread.values().size();
        return had < all ? " [%d of %d runs]".formatted(had, all) : "";
    }

    static String yesNo(boolean yes) {
        return yes ? "yes" : "no";
    }
}

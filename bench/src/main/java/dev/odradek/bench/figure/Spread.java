package dev.odradek.bench.figure;

import java.util.Arrays;
import java.util.List;

/** Values of one kind, sorted: their median, and how far apart they lie. */
public record Spread(List<Double> values) {
    public Spread {
        if (values.isEmpty()) {
            throw new IllegalArgumentException("a spread needs at least one value");
        }
        values = values.stream().sorted().toList();
    }

    public static Spread of(double... values) {
        return new Spread(Arrays.stream(values).boxed().toList());
    }

    /** The middle one, or the mean of the middle two. */
    public double median() {
        int middle = values.size() / 2;
        return values.size() % 2 == 1 ? values.get(middle) : (values.get(middle - 1) + values.get(middle)) / 2;
    }

    public double min() {
        return values.get(0);
    }

    public double max() {
        return values.get(values.size() - 1);
    }

    /** The smallest value that at least this share of all do not exceed. */
    public double at(double share) {
        if (share <= 0 || share > 1) {
            throw new IllegalArgumentException("a share must be above 0 and at most 1, was " + share);
        }
        return values.get((int) Math.ceil(share * values.size()) - 1);
    }
}

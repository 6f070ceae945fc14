package dev.odradek.bench.figure;

import java.util.List;

/** The warm-up rule: warm is what gave the same rate twice in a row. */
public final class Steady {
    /** By how much two consecutive windows may differ, as a share of the larger. */
    public static final double TOLERANCE = 0.05;

    private Steady() {}

    /** Whether the last two windows agree. */
    public static boolean reached(List<Double> rates) {
        if (rates.size() < 2) {
            return false;
        }
        double last = rates.get(rates.size() - 1);
        double before = rates.get(rates.size() - 2);
        return Math.abs(last - before) <= TOLERANCE * Math.max(last, before);
    }
}

package dev.odradek.bench.measure;

import dev.odradek.bench.figure.Metric;
import dev.odradek.bench.figure.Row;

/** The row of one system while it is being filled; what was measured before a failure stays. */
public final class Sheet {
    private volatile Row row;

    public Sheet(Row row) {
        this.row = row;
    }

    public Row row() {
        return row;
    }

    public void add(Metric metric, double value) {
        row = row.with(metric, value);
    }

    public void note(String note) {
        row = row.noting(note);
    }

    public boolean isSkipped() {
        return row.skipped().isPresent();
    }

    public void skip(String why) {
        row = row.skipped(why);
    }

    /** Of no use any more if it has not given a single figure; a gap to be named otherwise. */
    void failed(String why) {
        if (row.figures().isEmpty()) {
            skip(why);
        } else {
            note("broken off: " + why);
        }
    }
}

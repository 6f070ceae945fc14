package dev.odradek.bench.agent;

import java.util.Locale;

/** What a job consists of. */
public enum Shape {
    ONE(1),
    THREE(3);

    private final int stages;

    Shape(int stages) {
        this.stages = stages;
    }

    public int stages() {
        return stages;
    }

    /** The name on the wire between the processes. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Shape named(String label) {
        return valueOf(label.toUpperCase(Locale.ROOT));
    }
}

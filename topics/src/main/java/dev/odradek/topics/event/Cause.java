package dev.odradek.topics.event;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Comparator;

/** Which command record an output follows from, and the how-manyeth output of it this is. */
public record Cause(int partition, long offset, int index) implements Comparable<Cause> {
    private static final Comparator<Cause> ORDER = Comparator.comparingInt(Cause::partition)
            .thenComparingLong(Cause::offset)
            .thenComparingInt(Cause::index);

    @JsonCreator
    public static Cause parse(String text) {
        int first = text.indexOf(':');
        int last = text.lastIndexOf(':');
        if (first < 1 || last <= first) {
            throw new IllegalArgumentException("a cause must read partition:offset:index, was " + text);
        }
        return new Cause(
                Integer.parseInt(text, 0, first, 10),
                Long.parseLong(text, first + 1, last, 10),
                Integer.parseInt(text, last + 1, text.length(), 10));
    }

    @Override
    public int compareTo(Cause other) {
        return ORDER.compare(this, other);
    }

    @JsonValue
    @Override
    public String toString() {
        return partition + ":" + offset + ":" + index;
    }
}

package dev.odradek.topics.event;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Comparator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Which command record an output follows from, and the how-manyeth output of it this is. */
public record Cause(int partition, long offset, int index) implements Comparable<Cause> {
    private static final Pattern SHAPE = Pattern.compile("(\\d{1,9}):(\\d{1,18}):(\\d{1,9})");
    private static final Comparator<Cause> ORDER = Comparator.comparingInt(Cause::partition)
            .thenComparingLong(Cause::offset)
            .thenComparingInt(Cause::index);

    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public static Cause parse(String text) {
        Matcher matcher = SHAPE.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("a cause must read partition:offset:index, was " + text);
        }
        return new Cause(
                Integer.parseInt(matcher.group(1)),
                Long.parseLong(matcher.group(2)),
                Integer.parseInt(matcher.group(3)));
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

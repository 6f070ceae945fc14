package dev.odradek.topics.event;

import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * How far somebody has written: the last of their commands on each partition.
 *
 * <p>As text it reads {@code partition:offset}, several parted by commas. A cause is one as well: its index is not
 * looked at, for all facts of a command come at once.
 */
public record WriteToken(SortedMap<Integer, Long> offsets) {
    private static final Pattern SHAPE = Pattern.compile("(\\d{1,9}):(\\d{1,18})(?::\\d{1,9})?");

    public WriteToken {
        offsets = new TreeMap<>(offsets);
    }

    public static WriteToken parse(String text) {
        SortedMap<Integer, Long> offsets = new TreeMap<>();
        for (String each : text.split(",", -1)) {
            Matcher matcher = SHAPE.matcher(each.strip());
            if (!matcher.matches()) {
                throw new IllegalArgumentException(
                        "a token must read partition:offset, several parted by commas, was " + text);
            }
            offsets.merge(Integer.valueOf(matcher.group(1)), Long.valueOf(matcher.group(2)), Math::max);
        }
        return new WriteToken(offsets);
    }

    public boolean isEmpty() {
        return offsets.isEmpty();
    }

    @Override
    public String toString() {
        return offsets.entrySet().stream()
                .map(each -> each.getKey() + ":" + each.getValue())
                .collect(Collectors.joining(","));
    }
}

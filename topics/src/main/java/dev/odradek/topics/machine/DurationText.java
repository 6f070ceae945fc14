package dev.odradek.topics.machine;

import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations as people write them: {@code 500ms}, {@code 30s}, {@code 5m}, {@code 2h}, {@code 7d}. */
public final class DurationText {
    private static final Pattern SHAPE = Pattern.compile("(\\d{1,12})\\s*(ms|s|m|h|d)");

    /** A century: times in milliseconds that hold such a duration cannot overflow. */
    private static final Duration LONGEST = Duration.ofDays(36_500);

    private DurationText() {}

    /** The duration, unless the text is none or is longer than a century. */
    public static Optional<Duration> parse(String text) {
        Matcher matcher = SHAPE.matcher(text.trim());
        if (!matcher.matches()) {
            return Optional.empty();
        }
        long amount = Long.parseLong(matcher.group(1));
        Duration read = switch (matcher.group(2)) {
            case "ms" -> Duration.ofMillis(amount);
            case "s" -> Duration.ofSeconds(amount);
            case "m" -> Duration.ofMinutes(amount);
            case "h" -> Duration.ofHours(amount);
            default -> Duration.ofDays(amount);
        };
        return read.compareTo(LONGEST) > 0 ? Optional.empty() : Optional.of(read);
    }
}

package dev.odradek.ingest.trigger;

import java.time.Duration;
import java.time.Instant;
import java.util.regex.Pattern;

/** How old a signed delivery may be, by the time its sender has signed with it. */
record Replay(String header, Duration window) {
    static final Duration DEFAULT_WINDOW = Duration.ofMinutes(5);

    private static final Pattern DIGITS = Pattern.compile("\\d{1,15}");
    /** Numbers from here on are milliseconds: as seconds they would lie beyond the year 5000. */
    private static final long FIRST_MILLIS = 100_000_000_000L;

    /** Whether the time, in epoch seconds or milliseconds, is near enough to {@code now}, before or after. */
    boolean allows(String timestamp, Instant now) {
        if (!DIGITS.matcher(timestamp).matches()) {
            return false;
        }
        long number = Long.parseLong(timestamp);
        Instant sent = number < FIRST_MILLIS ? Instant.ofEpochSecond(number) : Instant.ofEpochMilli(number);
        return Duration.between(sent, now).abs().compareTo(window) <= 0;
    }
}

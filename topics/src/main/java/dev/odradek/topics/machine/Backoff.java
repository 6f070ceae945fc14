package dev.odradek.topics.machine;

import java.time.Duration;

/**
 * How long a failed attempt waits: {@code base × factor^(attempt-1)}, at most {@code cap}, less a random share.
 *
 * @param jitter the largest share taken off, 0 to 1
 */
public record Backoff(Duration base, double factor, Duration cap, double jitter) {
    public static final Backoff NONE = new Backoff(Duration.ZERO, 2, Duration.ofSeconds(60), 0.5);

    /** The wait after {@code attempt} attempts; {@code dice} is 0 to 1 and stands for chance. */
    public Duration after(int attempt, double dice) {
        // StrictMath: every JVM must come to the same wait, and Math.pow may differ in the last bit.
        double grown = (double) base.toMillis() * StrictMath.pow(factor, Math.max(0, attempt - 1));
        double full = Math.min((double) cap.toMillis(), grown);
        return Duration.ofMillis(Math.round(full * (1 - jitter * dice)));
    }
}

package dev.odradek.bench.measure;

import java.time.Duration;

/**
 * How long everything takes: a whole run is for figures, a quick one for seeing that it works and roughly where.
 *
 * @param repeats how often each system is started and measured
 * @param warmRounds how many rounds a system gets to become steady in
 * @param windowShare how long a round is, as a share of what the system asks for
 * @param paced how long jobs are called for at a steady rate
 * @param recoveryLimit how long a killed worker's job is waited for
 * @param killsAtDefaults whether that is also measured with nothing tuned for it
 */
public record Scale(
        int repeats,
        int warmRounds,
        double windowShare,
        Duration paced,
        Duration recoveryLimit,
        boolean killsAtDefaults) {
    public static final Scale FULL = new Scale(3, 12, 1, Duration.ofSeconds(30), Duration.ofSeconds(120), true);
    public static final Scale QUICK = new Scale(1, 3, 0.4, Duration.ofSeconds(6), Duration.ofSeconds(15), false);

    public Scale repeating(int times) {
        return new Scale(times, warmRounds, windowShare, paced, recoveryLimit, killsAtDefaults);
    }

    Duration window(Subject subject) {
        return Duration.ofMillis((long) (subject.window().toMillis() * windowShare));
    }

    public int jobsAt(int perSecond) {
        return (int) (paced.toSeconds() * perSecond);
    }
}

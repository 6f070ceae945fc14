package dev.odradek.bench.measure;

import java.time.Duration;

/**
 * How long everything takes: a whole run is for figures, a quick one for seeing that it works and roughly where.
 *
 * @param repeats how often each system is started and measured
 * @param warmRounds how many rounds a system gets to become steady in
 * @param windowShare how long a round is, as a share of what the system asks for
 * @param paced how long jobs are called for at a steady rate
 * @param settled how long those who judge silence are given before a worker is killed
 * @param recoveryLimit how long a killed worker's job is waited for
 */
public record Scale(
        Size size,
        int repeats,
        int warmRounds,
        double windowShare,
        Duration paced,
        Duration settled,
        Duration recoveryLimit) {
    public static final Scale FULL =
            new Scale(Size.FULL, 3, 20, 1, Duration.ofSeconds(30), Duration.ofSeconds(12), Duration.ofSeconds(120));
    public static final Scale QUICK =
            new Scale(Size.QUICK, 1, 2, 0.3, Duration.ofSeconds(4), Duration.ofSeconds(6), Duration.ofSeconds(10));

    /** How much there is of what is measured. */
    public enum Size {
        QUICK,
        FULL,
        /** Also what takes long to make before it can be measured. */
        HUGE
    }

    public Scale repeating(int times) {
        return new Scale(size, times, warmRounds, windowShare, paced, settled, recoveryLimit);
    }

    /** This one, with the largest sizes as well. */
    public Scale huge() {
        return new Scale(Size.HUGE, repeats, warmRounds, windowShare, paced, settled, recoveryLimit);
    }

    /** How long a system works before its rounds may count as steady: a JVM that is just being compiled can be, too. */
    public Duration leastWarm() {
        return of(Duration.ofSeconds(50), Duration.ofSeconds(4));
    }

    /** After so long it is measured, steady or not. */
    Duration mostWarm(Duration least) {
        return least.multipliedBy(2);
    }

    /** The same for other work in the same processes: most of their code is compiled by then. */
    Duration leastWarmAgain() {
        return leastWarm().dividedBy(2);
    }

    /** How many jobs a system is called for at a steady rate in one round, before they count. */
    int settling(int perSecond) {
        return of(10, 2) * perSecond;
    }

    /** How many such rounds it gets to become steady in. */
    int settleRounds() {
        return of(5, 1);
    }

    public boolean isQuick() {
        return size == Size.QUICK;
    }

    /** One of two amounts, as this is a quick run or not. */
    public int of(int full, int quick) {
        return isQuick() ? quick : full;
    }

    public Duration of(Duration full, Duration quick) {
        return isQuick() ? quick : full;
    }

    Duration window(Subject subject) {
        return Duration.ofMillis((long) (subject.window().toMillis() * windowShare));
    }

    public int jobsAt(int perSecond) {
        return (int) (paced.toSeconds() * perSecond);
    }
}

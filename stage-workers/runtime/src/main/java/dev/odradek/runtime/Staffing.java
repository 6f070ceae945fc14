package dev.odradek.runtime;

import java.util.concurrent.TimeUnit;

/**
 * How many threads to call to the calls that wait: one each where calls take long, and where they are short only as
 * many as those who are at it already would keep waiting.
 *
 * <p>To wake a thread costs more than a short call does. The figures are estimates: one that is lost between two
 * threads changes nothing.
 */
final class Staffing {
    /** Calls that take longer on average are worth a thread each, at once. */
    static final long SHORT_NANOS = TimeUnit.MICROSECONDS.toNanos(500);

    /** A call that has hung for an hour says no more than this about the next. */
    private static final long MOST_NANOS = 16 * SHORT_NANOS;

    private static final double WEIGHT = 1.0 / 16;

    private volatile double average = MOST_NANOS;

    /** A call has taken so long. */
    void took(long nanos) {
        double before = average;
        average = before + WEIGHT * (Math.min(nanos, MOST_NANOS) - before);
    }

    /**
     * Whether to call a thread to the call that has just come.
     *
     * @param moving how many threads go from call to call
     */
    boolean callsAtOnce(int moving) {
        return moving == 0 || average > SHORT_NANOS;
    }

    /**
     * How many threads to call to those who still wait after a while.
     *
     * @param begun how many calls have begun in that while
     */
    int callsLater(int moving, int waiting, long begun) {
        return moving == 0 || begun == 0 ? waiting : (int) Math.min(waiting, waiting / begun);
    }
}

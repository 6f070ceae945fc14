package dev.odradek.stages.bench.proxy;

import java.time.Duration;

/** When a run must have ended, by the monotonic clock. */
record Deadline(long begunNanos, long endNanos) {
    static Deadline in(Duration time) {
        long now = System.nanoTime();
        return new Deadline(now, now + time.toNanos());
    }

    /** How long there is left, more than nothing. */
    Duration left() throws OutOfTimeException {
        long nanos = endNanos - System.nanoTime();
        if (nanos <= 0) {
            throw new OutOfTimeException();
        }
        return Duration.ofNanos(nanos);
    }

    long passedMillis() {
        return Duration.ofNanos(System.nanoTime() - begunNanos).toMillis();
    }
}

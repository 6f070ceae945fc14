package dev.odradek.runtime;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Until when a job may go on: not as long as others hold back, but as long as they surely do.
 *
 * <p>Whoever judges the lease counts from when it hears of it, so the holder counts from when it spoke. Once the fence
 * has passed nothing brings it back: somebody else may have been granted the work in between. All times are those of a
 * clock that only goes forward, which makes differences right even where it passes the end of its range.
 */
final class Fence {
    /** Sums with it stay within range. */
    private static final long LONGEST = Long.MAX_VALUE / 4;

    /** By so much the broker's clock may run ahead before the reaper notices; brief leases give a quarter. */
    private static final long LEASE_MARGIN_MS = 500;

    private final long silenceNanos;
    private long leaseNanos;
    private long since;
    private boolean armed;
    private boolean passed;

    /**
     * A fence that stands nowhere until the first claim is sent.
     *
     * @param silence how long after its last word the worker may still be taken for alive
     */
    Fence(Duration silence, long leaseMs, long taken) {
        this.silenceNanos = silence.toNanos();
        this.leaseNanos = nanos(leaseMs);
        this.since = taken;
    }

    /** The claim is about to be sent; sent again it gives no more time, for the first may be the one that counts. */
    synchronized void claimed(long now) {
        if (!armed) {
            armed = true;
            since = now;
        }
    }

    /** The claim is granted, for this long. */
    synchronized void granted(long leaseMs, long now) {
        if (!hasPassed(now)) {
            leaseNanos = nanos(leaseMs);
        }
    }

    /** A heartbeat that names the job is acknowledged; what counts is when it was sent. */
    synchronized void renewed(long sent, long now) {
        // Acknowledgements may overtake each other.
        if (armed && !hasPassed(now) && sent - since > 0) {
            since = sent;
        }
    }

    /** Whether there is a claim for others to judge. */
    synchronized boolean isArmed() {
        return armed;
    }

    synchronized boolean hasPassed(long now) {
        passed = passed || (armed && left(now) <= 0);
        return passed;
    }

    /** How long until the fence; before the claim, until the lease would end if it were sent now. */
    synchronized long left(long now) {
        long span = armed ? Math.min(leaseNanos, silenceNanos) : leaseNanos;
        return span - (now - since);
    }

    private static long nanos(long leaseMs) {
        long safe = leaseMs - Math.min(LEASE_MARGIN_MS, leaseMs / 4);
        return Math.min(LONGEST, TimeUnit.MILLISECONDS.toNanos(safe));
    }
}

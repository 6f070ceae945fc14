package dev.odradek.client;

import java.time.Duration;

/**
 * Until when a worker may go on with a claim: as long as others surely hold back, judged by its own clock.
 *
 * <p>Others count from when they hear of it, so the holder counts from when it spoke. What has passed stays passed. All
 * times are those of {@link System#nanoTime}.
 */
final class Fence {
    /** The other's clock may be a little faster; brief leases give a quarter. */
    private static final Duration LEASE_MARGIN = Duration.ofSeconds(2);

    private final long silenceNanos;
    private final long leaseNanos;
    private long present;
    private long renewed;
    private boolean passed;

    /**
     * A fence around a claim.
     *
     * @param silence how long after its last word the worker may still be taken for alive
     * @param asked when the claim was asked for
     */
    Fence(Duration silence, Duration lease, long asked) {
        Duration quarter = lease.dividedBy(4);
        Duration margin = LEASE_MARGIN.compareTo(quarter) < 0 ? LEASE_MARGIN : quarter;
        this.silenceNanos = silence.toNanos();
        this.leaseNanos = lease.minus(margin).toNanos();
        this.present = asked;
        this.renewed = asked;
    }

    /** A beat that named the claim was acknowledged; what counts is when it was sent. */
    synchronized void present(long sent, long now) {
        if (!hasPassed(now)) {
            present = sent;
        }
    }

    /** A heartbeat of the claim was acknowledged. */
    synchronized void renewed(long sent, long now) {
        if (!hasPassed(now)) {
            renewed = sent;
        }
    }

    /** It is somebody else's, or nobody's. */
    synchronized void lost() {
        passed = true;
    }

    synchronized boolean hasPassed(long now) {
        passed = passed || now - present >= silenceNanos || now - renewed >= leaseNanos;
        return passed;
    }
}

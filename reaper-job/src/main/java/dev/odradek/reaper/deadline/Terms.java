package dev.odradek.reaper.deadline;

/**
 * How patient the reaper is, in milliseconds of the broker's clock.
 *
 * @param presence how long a worker may be silent before everything it holds falls due
 * @param gap how far apart two canaries may be before nothing that was silent in between counts
 * @param drift by how much the broker's clock and the reaper's own may differ on the way from one canary to the next
 * @param grace how long nobody is taken for dead after such a gap
 * @param retry when a command that changed nothing is sent again for the first time
 */
public record Terms(long presence, long gap, long drift, long grace, long retry) {
    public static final Terms DEFAULT = new Terms(4_000, 2_500, 500, 10_000, 10_000);

    public Terms {
        positive("presence", presence);
        positive("gap", gap);
        positive("drift", drift);
        positive("retry", retry);
        if (grace < presence) {
            throw new IllegalArgumentException("the grace after a gap must be at least the presence time-out of "
                    + presence + " ms, was " + grace);
        }
    }

    private static void positive(String what, long value) {
        if (value < 1) {
            throw new IllegalArgumentException(what + " must be at least 1 ms, was " + value);
        }
    }
}

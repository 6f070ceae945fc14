package dev.odradek.statestore.audit;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * Axes that were found without anything behind them, to be looked at once more.
 *
 * <p>A timer reaches its watcher only when the core's transaction has committed, so a single look proves nothing: what
 * counts is that the same axis, in the same epoch and for the same reason, is still without it a while later.
 */
public final class Suspects {
    /** How long after the first look the second one comes, at least. */
    public static final long AGAIN_AFTER = 5_000;

    private static final int MOST = 10_000;

    private final Deque<Suspect> waiting = new ArrayDeque<>();

    /** An axis of a partition as it was at the first look. */
    public record Suspect(int partition, Standing standing, long since) {}

    /** Remembers an axis; false if there are too many already. */
    public boolean add(int partition, Standing standing, long now) {
        return waiting.size() < MOST && waiting.add(new Suspect(partition, standing, now));
    }

    public boolean isEmpty() {
        return waiting.isEmpty();
    }

    /** How long the next one still has. */
    public long left(long now) {
        Suspect first = waiting.peek();
        return first == null ? 0 : Math.max(0, first.since() + AGAIN_AFTER - now);
    }

    /** Those of one partition whose time has come, first come first served; they are no longer waiting. */
    public List<Suspect> take(long now, int most) {
        List<Suspect> ripe = new ArrayList<>();
        Suspect first = waiting.peek();
        while (first != null
                && ripe.size() < most
                && left(now) == 0
                && (ripe.isEmpty() || ripe.get(0).partition() == first.partition())) {
            ripe.add(waiting.remove());
            first = waiting.peek();
        }
        return ripe;
    }

    /** What counts of a suspect that is now found like this. */
    public static Optional<Finding> confirmed(Standing first, Standing again, Optional<Finding> amiss) {
        return first.isSame(again) ? amiss : Optional.empty();
    }
}

package dev.odradek.runtime;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Eager jobs in the order they came, until each is done or has taken so long that it is claimed too.
 *
 * <p>One look serves all that came meanwhile, so that a flood of short ones costs no timer each; a claim is late by
 * half of its delay at most.
 */
final class LateClaims {
    private final long afterNanos;
    private final Deque<Entry> jobs = new ArrayDeque<>();
    private boolean looking;

    /**
     * What a look has found.
     *
     * @param due to be claimed now
     * @param again whether somebody must look again
     */
    record Look(List<Job> due, boolean again) {}

    private record Entry(Job job, long dueNanos) {}

    LateClaims(long afterNanos) {
        this.afterNanos = afterNanos;
    }

    /** Whether the caller must see to it that somebody looks {@link #nextLookIn} from now. */
    synchronized boolean add(Job job, long nowNanos) {
        jobs.add(new Entry(job, nowNanos + afterNanos));
        boolean first = !looking;
        looking = true;
        return first;
    }

    synchronized Look look(long nowNanos) {
        List<Job> due = new ArrayList<>();
        Entry first = jobs.peek();
        while (first != null && (first.job().hasResult() || nowNanos - first.dueNanos() >= 0)) {
            jobs.remove();
            if (!first.job().hasResult()) {
                due.add(first.job());
            }
            first = jobs.peek();
        }
        looking = first != null;
        return new Look(due, looking);
    }

    /** How long until the next look: when the first is due, but not so soon that each costs a look of its own. */
    synchronized long nextLookIn(long nowNanos) {
        Entry first = jobs.peek();
        return first == null ? afterNanos : Math.max(first.dueNanos() - nowNanos, afterNanos / 2);
    }
}

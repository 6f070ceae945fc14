package dev.odradek.runtime.dispatch;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.OptionalLong;

/**
 * Which dispatches of one partition the command log knows of.
 *
 * <p>One that hangs holds back the offset, never the others: they are settled out of order, and after a restart they
 * are only offered, and refused, a second time. Receipts are settled on any thread, everything else happens on one.
 */
public final class OffsetLedger {
    private final Deque<Taken> taken = new ArrayDeque<>();
    private long next = -1;
    private long committed = -1;

    private static final class Taken implements Receipt {
        private final long offset;
        private volatile boolean settled;

        Taken(long offset) {
            this.offset = offset;
        }

        @Override
        public void settled() {
            settled = true;
        }
    }

    /** What to settle once the command log knows of it. */
    public Receipt taken(long offset) {
        Taken fresh = new Taken(offset);
        taken.add(fresh);
        next = Math.max(next, offset + 1);
        return fresh;
    }

    /** The offset to commit: that of the lowest dispatch not yet settled; empty if it is committed already. */
    public OptionalLong toCommit() {
        taken.removeIf(each -> each.settled);
        long lowest = next;
        for (Taken each : taken) {
            lowest = Math.min(lowest, each.offset);
        }
        return lowest > committed && lowest >= 0 ? OptionalLong.of(lowest) : OptionalLong.empty();
    }

    public void committed(long offset) {
        committed = Math.max(committed, offset);
    }
}

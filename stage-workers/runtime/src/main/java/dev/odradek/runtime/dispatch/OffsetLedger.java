package dev.odradek.runtime.dispatch;

import java.util.OptionalLong;
import java.util.TreeSet;

/**
 * Which dispatches of one partition the command log knows of.
 *
 * <p>One that hangs holds back the offset, never the others: they are settled out of order, and after a restart they
 * are only offered, and refused, a second time.
 */
public final class OffsetLedger {
    private final TreeSet<Long> open = new TreeSet<>();
    private long next = -1;
    private long committed = -1;

    public synchronized void taken(long offset) {
        open.add(offset);
        next = Math.max(next, offset + 1);
    }

    public synchronized void settled(long offset) {
        open.remove(offset);
    }

    /** The offset to commit: that of the lowest dispatch not yet settled; empty if it is committed already. */
    public synchronized OptionalLong toCommit() {
        long lowest = open.isEmpty() ? next : open.first();
        return lowest > committed && lowest >= 0 ? OptionalLong.of(lowest) : OptionalLong.empty();
    }

    public synchronized void committed(long offset) {
        committed = Math.max(committed, offset);
    }

    public synchronized int open() {
        return open.size();
    }
}

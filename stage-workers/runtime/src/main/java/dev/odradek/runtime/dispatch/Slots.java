package dev.odradek.runtime.dispatch;

import java.time.Duration;

/**
 * How many items a worker may have in hand: taken before a dispatch is asked for, freed when its result is safe.
 *
 * <p>Some more than can be worked on at once may be in hand, claimed ahead, while the handlers are busy.
 */
public final class Slots {
    private final int total;
    private int ahead;
    private int taken;

    public Slots(int total) {
        if (total < 1) {
            throw new IllegalArgumentException("a worker must have at least 1 slot, was " + total);
        }
        this.total = total;
    }

    public int total() {
        return total;
    }

    public synchronized int taken() {
        return taken;
    }

    /** How many may be taken besides from now on; what is taken stays so. */
    public synchronized void ahead(int more) {
        boolean grown = more > ahead;
        ahead = more;
        if (grown) {
            notifyAll();
        }
    }

    /** All of {@code wanted} or none. */
    public synchronized boolean tryTake(int wanted) {
        if (total + ahead - taken < wanted) {
            return false;
        }
        taken += wanted;
        return true;
    }

    /** Waits until all of {@code wanted} are free; false if they were not within {@code patience}. */
    public synchronized boolean take(int wanted, Duration patience) {
        long deadline = System.nanoTime() + patience.toNanos();
        while (!tryTake(wanted)) {
            long left = (deadline - System.nanoTime()) / 1_000_000;
            if (left <= 0) {
                return false;
            }
            try {
                wait(left);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            }
        }
        return true;
    }

    public synchronized void free(int count) {
        if (count > taken) {
            throw new IllegalStateException("freed " + count + " slots of " + taken + " taken");
        }
        taken -= count;
        notifyAll();
    }
}

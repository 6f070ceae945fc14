package dev.odradek.statestore.table;

import java.time.Duration;

/** Wakes whoever waits for facts to come in: at once if they are written by this process, soon if by another. */
final class Tide {
    private static final Duration LOOK_AGAIN = Duration.ofMillis(50);

    private long risen;

    synchronized void rise() {
        risen++;
        notifyAll();
    }

    synchronized long level() {
        return risen;
    }

    /** Returns when it has risen above {@code level}, or when it is time to look whether another has written. */
    synchronized void awaitAbove(long level) throws InterruptedException {
        long deadline = System.nanoTime() + LOOK_AGAIN.toNanos();
        long left = LOOK_AGAIN.toMillis();
        while (risen <= level && left > 0) {
            wait(left);
            left = (deadline - System.nanoTime()) / 1_000_000;
        }
    }
}

package dev.odradek.localcluster;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Decides when a chunk of bytes may pass, and wakes whoever waits when the weather changes. */
final class FaultGate {
    private enum Mode {
        OPEN,
        BLACK_HOLE,
        CUT
    }

    private Mode mode = Mode.OPEN;
    private Duration latency = Duration.ZERO;

    synchronized void open() {
        latency = Duration.ZERO;
        become(Mode.OPEN);
    }

    synchronized void delay(Duration oneWay) {
        latency = oneWay;
        become(Mode.OPEN);
    }

    synchronized void blackHole() {
        become(Mode.BLACK_HOLE);
    }

    synchronized void cut() {
        become(Mode.CUT);
    }

    synchronized boolean isCut() {
        return mode == Mode.CUT;
    }

    /** Waits until what arrived then may pass; false if its connection is cut. */
    synchronized boolean pass(long arrivedNanos) throws InterruptedException {
        while (mode != Mode.CUT) {
            if (mode == Mode.BLACK_HOLE) {
                wait();
            } else {
                long left = latency.toNanos() - (System.nanoTime() - arrivedNanos);
                if (left <= 0) return true;
                TimeUnit.NANOSECONDS.timedWait(this, left);
            }
        }
        return false;
    }

    private void become(Mode next) {
        mode = next;
        notifyAll();
    }
}

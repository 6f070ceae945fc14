package dev.odradek.runtime.dispatch;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Given once, seen by everyone, and the one way to wait for a while. */
public final class StopSignal {
    private final CountDownLatch latch = new CountDownLatch(1);

    public void give() {
        latch.countDown();
    }

    public boolean given() {
        return latch.getCount() == 0;
    }

    /** Waits that long or until the signal is given, and says which. */
    public boolean givenWithin(Duration patience) {
        try {
            return latch.await(patience.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return true;
        }
    }
}

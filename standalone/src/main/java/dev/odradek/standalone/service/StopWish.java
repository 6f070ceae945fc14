package dev.odradek.standalone.service;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Turns SIGTERM and Ctrl-C into a wish that the main thread sees; the JVM does not end before it has obeyed. */
public final class StopWish implements AutoCloseable {
    private static final Duration LOOK = Duration.ofSeconds(1);

    private final CountDownLatch given = new CountDownLatch(1);
    private final CountDownLatch obeyed = new CountDownLatch(1);
    private final Thread hook = new Thread(this::give, "stop-wish");

    private final boolean well;
    private volatile Duration limit = Duration.ofSeconds(30);

    private StopWish(boolean well) {
        this.well = well;
    }

    public static StopWish listen() {
        return listen(new StopWish(false));
    }

    /** The JVM then ends with exit code 0, for being stopped is how this is meant to end. */
    public static StopWish endingWell() {
        return listen(new StopWish(true));
    }

    private static StopWish listen(StopWish wish) {
        Runtime.getRuntime().addShutdownHook(wish.hook);
        return wish;
    }

    /** From now on there is so much time for what has to be done before the JVM ends. */
    public void allow(Duration time) {
        limit = time;
    }

    public boolean isGiven() {
        return given.getCount() == 0;
    }

    /** Whether the wish came within this time. */
    public boolean within(Duration limit) {
        try {
            return given.await(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return true;
        }
    }

    private void give() {
        given.countDown();
        try {
            long since = System.nanoTime();
            boolean isObeyed = false;
            // More time may be allowed meanwhile: the wish may come during the start.
            while (!isObeyed && System.nanoTime() - since < limit.toNanos()) {
                isObeyed = obeyed.await(LOOK.toMillis(), TimeUnit.MILLISECONDS);
            }
            if (well) {
                Runtime.getRuntime().halt(0);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Everything is stopped: the JVM may end. */
    @Override
    public void close() {
        obeyed.countDown();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException ending) {
            // The hook has run or is running, and goes on now.
        }
    }
}

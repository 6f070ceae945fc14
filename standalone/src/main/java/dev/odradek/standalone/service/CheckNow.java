package dev.odradek.standalone.service;

import dev.odradek.statestore.read.CheckPass;
import dev.odradek.statestore.read.Checked;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Looks at every axis at once for somebody who waits, one at a time. */
final class CheckNow implements AutoCloseable {
    private static final int STEP = 500;

    private final Supplier<CheckPass> passes;
    private final Semaphore free = new Semaphore(1);
    private final CountDownLatch closed = new CountDownLatch(1);

    CheckNow(Supplier<CheckPass> passes) {
        this.passes = passes;
    }

    Reply reply() {
        if (!free.tryAcquire()) {
            return Reply.problem(503, "Not available", "A check is under way already; ask again when it has ended.");
        }
        try (CheckPass pass = passes.get()) {
            return Reply.json(whole(pass));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Reply.problem(503, "Not available", "The process is stopping.");
        } finally {
            free.release();
        }
    }

    private Checked whole(CheckPass pass) throws InterruptedException {
        while (!pass.isDone()) {
            if (closed.await(pass.left(now()), TimeUnit.MILLISECONDS)) {
                throw new InterruptedException("closed");
            }
            pass.step(now(), STEP);
        }
        return pass.result();
    }

    private static long now() {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime());
    }

    @Override
    public void close() {
        closed.countDown();
    }
}

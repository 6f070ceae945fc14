package dev.odradek.bench.agent;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

/** Calls for the jobs of one round and keeps when each call was made. */
final class Pace {
    private final Caller caller;
    private final Shape shape;
    private final String round;
    private final long[] calls;
    private final AtomicReference<Throwable> failure = new AtomicReference<>();

    Pace(Caller caller, Shape shape, String round, int jobs) {
        this.caller = caller;
        this.shape = shape;
        this.round = round;
        this.calls = new long[jobs];
    }

    /** One call per job, so many in flight, at this rate; 0: as fast as they come back. */
    long[] single(int inFlight, double perSecond) throws Exception {
        if (caller.blocks()) {
            inThreads(inFlight, perSecond);
        } else {
            inOneThread(inFlight, perSecond);
        }
        return times();
    }

    /** So many jobs a call, one call after the other. */
    long[] bulk(int size) throws Exception {
        for (int from = 0; from < calls.length; from += size) {
            List<String> ids = new ArrayList<>();
            long now = Clock.micros();
            for (int job = from; job < Math.min(calls.length, from + size); job++) {
                ids.add(round + "-" + job);
                calls[job] = now;
            }
            caller.enqueueAll(shape, ids);
        }
        return times();
    }

    private void inOneThread(int inFlight, double perSecond) throws Exception {
        Semaphore free = new Semaphore(inFlight);
        long start = System.nanoTime();
        for (int job = 0; job < calls.length && failure.get() == null; job++) {
            awaitTurn(start, job, perSecond);
            free.acquire();
            calls[job] = Clock.micros();
            caller.enqueue(shape, round + "-" + job).whenComplete((done, failed) -> {
                if (failed != null) {
                    failure.compareAndSet(null, failed);
                }
                free.release();
            });
        }
        free.acquire(inFlight);
    }

    private void inThreads(int inFlight, double perSecond) throws InterruptedException {
        AtomicInteger next = new AtomicInteger();
        long start = System.nanoTime();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < Math.min(inFlight, calls.length); i++) {
            Thread thread = new Thread(() -> callOn(next, start, perSecond), "caller-" + i);
            thread.start();
            threads.add(thread);
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }

    private void callOn(AtomicInteger next, long start, double perSecond) {
        for (int job = next.getAndIncrement(); job < calls.length; job = next.getAndIncrement()) {
            awaitTurn(start, job, perSecond);
            calls[job] = Clock.micros();
            try {
                caller.enqueue(shape, round + "-" + job).join();
            } catch (Exception e) {
                failure.compareAndSet(null, e);
                return;
            }
        }
    }

    private static void awaitTurn(long start, int job, double perSecond) {
        if (perSecond > 0) {
            long due = start + (long) (job * 1e9 / perSecond);
            for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
                LockSupport.parkNanos(left);
            }
        }
    }

    private long[] times() {
        Throwable failed = failure.get();
        if (failed != null) {
            throw new IllegalStateException("a call failed: " + failed, failed);
        }
        return calls;
    }
}

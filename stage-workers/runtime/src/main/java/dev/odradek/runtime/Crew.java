package dev.odradek.runtime;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * Runs so many calls at once as it has threads, and short ones one after another on few of them: whoever rested last is
 * woken first, and nobody while those who are awake get on.
 *
 * <p>A call that hangs holds up none: whoever would wait for it is given another thread within a few milliseconds.
 */
final class Crew implements Executor {
    /** How long what waits may wait for those who are awake. */
    private static final long LOOK_NANOS = 2_000_000;

    /** Looks that find nothing to do before the lookout rests; to wake it costs as much as a few of them. */
    private static final int QUIET_LOOKS = 5;

    private final int most;
    private final ThreadFactory factory;
    private final Staffing staffing = new Staffing();
    private final Queue<Runnable> waiting = new ConcurrentLinkedQueue<>();
    private final AtomicLong added = new AtomicLong();
    private final AtomicLong begun = new AtomicLong();
    /** Those who are awake, but for those found to hang. */
    private final AtomicInteger moving = new AtomicInteger();

    private final List<Member> members = new ArrayList<>();
    private final Deque<Member> resting = new ArrayDeque<>();
    private final AtomicBoolean watched = new AtomicBoolean();
    private final Thread lookout;
    private boolean lookoutStarted;
    private volatile boolean ended;

    /**
     * A crew without a thread so far.
     *
     * @param factory of its threads
     * @param lookouts of the one thread that sees to it that none waits for long
     */
    Crew(int most, ThreadFactory factory, ThreadFactory lookouts) {
        this.most = most;
        this.factory = factory;
        this.lookout = lookouts.newThread(this::watch);
    }

    @Override
    public void execute(Runnable call) {
        if (ended) {
            throw new RejectedExecutionException("the crew has ended");
        }
        added.incrementAndGet();
        waiting.add(call);
        if (staffing.callsAtOnce(moving.get())) {
            callIn(1);
        } else if (!watched.get() && watched.compareAndSet(false, true)) {
            wakeLookout();
        }
    }

    /** Nothing more is taken on; what waits is still done. */
    void end() {
        ended = true;
        List<Member> all;
        synchronized (this) {
            all = List.copyOf(members);
        }
        all.forEach(member -> LockSupport.unpark(member.thread));
        LockSupport.unpark(lookout);
    }

    private void callIn(int count) {
        for (int i = 0; i < count; i++) {
            Member member;
            synchronized (this) {
                member = resting.poll();
                if (member != null) {
                    member.rests = false;
                } else if (members.size() < most) {
                    member = new Member();
                    members.add(member);
                } else {
                    return;
                }
                moving.incrementAndGet();
            }
            member.wake();
        }
    }

    private synchronized void wakeLookout() {
        if (lookoutStarted) {
            LockSupport.unpark(lookout);
        } else {
            lookoutStarted = true;
            lookout.start();
        }
    }

    private void watch() {
        long seen = begun.get();
        int quiet = 0;
        while (!ended || !waiting.isEmpty()) {
            if (!watched.get() && !ended) {
                LockSupport.park(this);
                seen = begun.get();
                quiet = 0;
                continue;
            }
            LockSupport.parkNanos(this, LOOK_NANOS);
            long now = begun.get();
            int left = (int) Math.max(0, added.get() - now);
            if (left > 0 && !allAreAtIt()) {
                quiet = 0;
                leaveOutWhoHangs();
                callIn(staffing.callsLater(moving.get(), left, now - seen));
            } else if (++quiet >= QUIET_LOOKS) {
                watched.set(false);
                // Whoever came just before relied on being watched.
                if (!waiting.isEmpty() && !allAreAtIt()) {
                    watched.set(true);
                }
            }
            seen = now;
        }
    }

    /** Then there is nobody to call, and whoever is done looks for what waits. */
    private synchronized boolean allAreAtIt() {
        return resting.isEmpty() && members.size() == most;
    }

    private synchronized void leaveOutWhoHangs() {
        for (Member member : members) {
            long turns = member.turns;
            if (!member.rests && !member.hangs && turns == member.seenTurns) {
                member.hangs = true;
                moving.decrementAndGet();
            }
            member.seenTurns = turns;
        }
    }

    /** One thread; who rests and who hangs is changed under the crew's lock. */
    private final class Member implements Runnable {
        private final Thread thread = factory.newThread(this);
        private boolean started;
        private long seenTurns = -1;
        private volatile long turns;
        private volatile boolean rests;
        private volatile boolean hangs;

        void wake() {
            if (started) {
                LockSupport.unpark(thread);
            } else {
                started = true;
                thread.start();
            }
        }

        @Override
        public void run() {
            boolean stays = true;
            while (stays) {
                Runnable call = waiting.poll();
                if (call == null) {
                    stays = rest();
                } else {
                    begin(call);
                }
            }
        }

        // A call that throws must not take its thread along; turns are counted by this thread alone.
        @SuppressWarnings({"CatchingUnchecked", "NonAtomicVolatileUpdate"})
        private void begin(Runnable call) {
            // An interrupt meant for the call before must not meet this one.
            boolean ignored = Thread.interrupted();
            begun.incrementAndGet();
            turns++;
            long began = System.nanoTime();
            try {
                call.run();
            } catch (Throwable e) {
                thread.getUncaughtExceptionHandler().uncaughtException(thread, e);
            }
            staffing.took(System.nanoTime() - began);
            if (hangs) {
                rejoin();
            }
        }

        private void rejoin() {
            synchronized (Crew.this) {
                hangs = false;
                moving.incrementAndGet();
            }
        }

        /** Until somebody calls; false once the crew has ended. */
        private boolean rest() {
            synchronized (Crew.this) {
                if (hangs) {
                    hangs = false;
                } else {
                    moving.decrementAndGet();
                }
                rests = true;
                resting.push(this);
            }
            // Whoever came before that may have relied on this thread.
            if (!waiting.isEmpty()) {
                riseAgain();
            }
            while (rests && !ended) {
                LockSupport.park(Crew.this);
                // An interrupt that came late would keep it from resting.
                boolean ignored = Thread.interrupted();
            }
            if (rests) {
                riseAgain();
                return !waiting.isEmpty();
            }
            return true;
        }

        private void riseAgain() {
            synchronized (Crew.this) {
                if (rests) {
                    rests = false;
                    resting.remove(this);
                    moving.incrementAndGet();
                }
            }
        }
    }
}

package dev.odradek.runtime;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One call of the handler per batch; each member succeeds or fails on its own, unless the call itself fails. */
final class BatchRunner implements Runner {
    private static final Logger LOG = LoggerFactory.getLogger(BatchRunner.class);

    private final BatchHandler handler;
    private final Executor threads;
    private final ScheduledExecutorService timers;
    private final Tally tally;
    private final Outcome outcome;
    private final BatchWindow<Job> window;

    /** One member's end is not the others': a call is interrupted only once none of them counts any more. */
    private record Call(Thread thread, List<Job> members, AtomicBoolean interrupted) {
        boolean interruptIfNoneCounts() {
            if (!members.stream().allMatch(Job::cancelled)) {
                return false;
            }
            if (interrupted.compareAndSet(false, true)) {
                thread.interrupt();
            }
            return true;
        }
    }

    BatchRunner(BatchHandler handler, WorkerConfig config, Threads threads, Tally tally, Outcome outcome) {
        this.handler = handler;
        this.threads = threads.handlers();
        this.timers = threads.timers();
        this.tally = tally;
        this.outcome = outcome;
        Duration linger = config.batchLinger();
        this.window = new BatchWindow<>(config.batch(), config.concurrency(), linger.toNanos());
    }

    @Override
    public void ready(Job job) {
        synchronized (window) {
            window.add(job, System.nanoTime());
        }
        startWhatIsDue();
    }

    private void startWhatIsDue() {
        long dueIn;
        synchronized (window) {
            List<Job> batch = window.next(System.nanoTime());
            while (!batch.isEmpty()) {
                List<Job> members = batch;
                threads.execute(() -> call(members));
                batch = window.next(System.nanoTime());
            }
            // Due already but not started: all calls are busy, and the first to finish looks again.
            dueIn = window.isWaiting() ? window.dueIn(System.nanoTime()) : 0;
        }
        if (dueIn > 0) {
            lookAgain(dueIn);
        }
    }

    private void lookAgain(long nanos) {
        try {
            timers.schedule(this::startWhatIsDue, nanos, TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException e) {
            LOG.debug("a batch was not started, for the worker has ended");
        }
    }

    private void call(List<Job> gathered) {
        try {
            List<Job> members = gathered.stream().filter(Job::start).toList();
            List<Job> wanted = members.stream().filter(job -> !job.cancelled()).toList();
            members.stream()
                    .filter(Job::cancelled)
                    .forEach(job -> outcome.threw(job, new CancellationException("cancelled before it started")));
            if (!wanted.isEmpty()) {
                handle(wanted);
            }
        } finally {
            synchronized (window) {
                window.finished();
            }
            startWhatIsDue();
        }
    }

    @SuppressWarnings("CatchingUnchecked")
    private void handle(List<Job> members) {
        long started = System.nanoTime();
        Call call = new Call(Thread.currentThread(), members, new AtomicBoolean());
        members.forEach(job -> job.cancellation().runsOn(call::interruptIfNoneCounts));
        List<Result> results;
        try {
            results = handler.handleAll(List.copyOf(members));
            if (results == null
                    || results.size() != members.size()
                    || results.stream().anyMatch(Objects::isNull)) {
                throw new IllegalStateException("the handler must return one result per item: expected "
                        + members.size() + ", got " + (results == null ? "none" : String.valueOf(results.size())));
            }
        } catch (Throwable e) {
            finished(members, started);
            members.forEach(job -> outcome.threw(job, e));
            return;
        }
        finished(members, started);
        for (int i = 0; i < members.size(); i++) {
            outcome.returned(members.get(i), results.get(i));
        }
    }

    private void finished(List<Job> members, long started) {
        members.forEach(job -> job.cancellation().runsOn(null));
        tally.handled(System.nanoTime() - started);
        // An interrupt meant for the handler must not reach the producer.
        boolean ignored = Thread.interrupted();
    }
}

package dev.odradek.runtime;

import java.util.concurrent.CancellationException;
import java.util.concurrent.Executor;

/** One call of the handler per job. */
final class SingleRunner implements Runner {
    private final Handler handler;
    private final Executor threads;
    private final Tally tally;
    private final Outcome outcome;

    SingleRunner(Handler handler, Executor threads, Tally tally, Outcome outcome) {
        this.handler = handler;
        this.threads = threads;
        this.tally = tally;
        this.outcome = outcome;
    }

    @Override
    public void ready(Job job) {
        threads.execute(() -> call(job));
    }

    // Whatever a handler throws is the job's failure, never this thread's.
    @SuppressWarnings("CatchingUnchecked")
    private void call(Job job) {
        if (!job.start()) {
            return;
        }
        if (job.cancelled()) {
            outcome.threw(job, new CancellationException("cancelled before it started"));
            return;
        }
        long started = System.nanoTime();
        Thread thread = Thread.currentThread();
        job.cancellation().runsOn(() -> {
            thread.interrupt();
            return true;
        });
        Result result;
        try {
            result = handler.handle(job);
            if (result == null) {
                throw new IllegalStateException("the handler returned no result");
            }
        } catch (Throwable e) {
            finished(job, started);
            outcome.threw(job, e);
            return;
        }
        finished(job, started);
        outcome.returned(job, result);
    }

    private void finished(Job job, long started) {
        job.cancellation().runsOn(null);
        tally.handled(System.nanoTime() - started);
        // An interrupt meant for the handler must not reach the producer.
        boolean ignored = Thread.interrupted();
    }
}

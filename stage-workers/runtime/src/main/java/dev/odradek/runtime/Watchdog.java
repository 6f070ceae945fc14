package dev.odradek.runtime;

import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Stops handlers whose work may be somebody else's by now; it waits for no broker, and for no handler. */
final class Watchdog implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(Watchdog.class);

    private final Supplier<List<Job>> inHand;
    private final Executor actions;
    private final Tally tally;

    Watchdog(Supplier<List<Job>> inHand, Executor actions, Tally tally) {
        this.inHand = inHand;
        this.actions = actions;
        this.tally = tally;
    }

    @Override
    public void run() {
        for (Job job : inHand.get()) {
            try {
                if (!job.hasResult() && isFenced(job)) {
                    stop(job.cancellation());
                }
            } catch (RuntimeException e) {
                LOG.atWarn().addKeyValue("itemId", job.itemId()).setCause(e).log("watching a job failed");
            }
        }
    }

    private void stop(Cancellation cancellation) {
        cancellation.interrupt();
        if (cancellation.tell()) {
            // Elsewhere, for a handler's action may hang on the very network that is down.
            actions.execute(cancellation::runActions);
        }
    }

    /** Whether a job must not go on nor have a result, said aloud by the first to see it. */
    boolean isFenced(Job job) {
        if (job.isRevoked() || !job.isFenced()) {
            return false;
        }
        if (job.noticeFence()) {
            tally.count(WorkerMetric.FENCED_TOTAL);
            LOG.atWarn()
                    .addKeyValue("itemId", job.itemId())
                    .addKeyValue("attempt", job.attempt())
                    .log("stopped: no heartbeat was acknowledged in time, so the work may be somebody else's by now");
        }
        return true;
    }
}

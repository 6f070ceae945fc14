package dev.odradek.ingest.claim;

import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/** One thread for whatever is due later; what it runs must not wait, and once it has ended nothing is run. */
@Component
final class ClaimTimers implements DisposableBean {
    private static final Logger LOG = LoggerFactory.getLogger(ClaimTimers.class);

    private final ScheduledThreadPoolExecutor thread;

    @Autowired
    ClaimTimers() {
        this("ingest-claim-timers");
    }

    private ClaimTimers(String name) {
        thread = new ScheduledThreadPoolExecutor(
                1,
                task -> {
                    Thread timers = new Thread(task, name);
                    timers.setDaemon(true);
                    return timers;
                },
                new ThreadPoolExecutor.DiscardPolicy());
        // Most requests are answered long before their time is over.
        thread.setRemoveOnCancelPolicy(true);
    }

    /** Others, on a thread of their own. */
    static ClaimTimers named(String name) {
        return new ClaimTimers(name);
    }

    Future<?> later(Runnable task, Duration delay) {
        return thread.schedule(() -> run(task), delay.toNanos(), TimeUnit.NANOSECONDS);
    }

    void every(Runnable task, Duration period) {
        var unused = thread.scheduleWithFixedDelay(
                () -> run(task), period.toNanos(), period.toNanos(), TimeUnit.NANOSECONDS);
    }

    private static void run(Runnable task) {
        try {
            task.run();
        } catch (RuntimeException e) {
            LOG.atError().setCause(e).log("a timer failed");
        }
    }

    @Override
    public void destroy() {
        thread.shutdownNow();
    }
}

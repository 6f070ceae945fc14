package dev.odradek.runtime;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The threads of one worker.
 *
 * @param handlers as many as calls may run at once; virtual where the JVM has them
 * @param timers for what happens later and may wait for the broker
 * @param pulse for heartbeats alone: nothing may hold them up
 * @param watch for the watchdog alone: not even a heartbeat that waits for the broker may hold it up
 * @param actions for what handlers want done when they are fenced: it may take long, and hold up nobody
 */
record Threads(
        Crew handlers,
        ScheduledExecutorService timers,
        ScheduledExecutorService pulse,
        ScheduledExecutorService watch,
        ExecutorService actions) {

    static Threads of(String queue, int concurrency) {
        return new Threads(
                handlers(queue, concurrency),
                scheduler("timers-" + queue),
                scheduler("pulse-" + queue),
                scheduler("watch-" + queue),
                Executors.newCachedThreadPool(named("actions-" + queue)));
    }

    private static Crew handlers(String queue, int concurrency) {
        // So many even where they are virtual: what is claimed ahead waits for one of them.
        return new Crew(concurrency, handlerThreads(queue), named("lookout-" + queue));
    }

    private static ThreadFactory handlerThreads(String queue) {
        if (Runtime.version().feature() >= 21) {
            try {
                return virtual();
            } catch (ReflectiveOperationException e) {
                return named("handler-" + queue);
            }
        }
        return named("handler-" + queue);
    }

    private static ThreadFactory virtual() throws ReflectiveOperationException {
        Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
        return (ThreadFactory)
                Class.forName("java.lang.Thread$Builder").getMethod("factory").invoke(builder);
    }

    private static ScheduledExecutorService scheduler(String name) {
        ScheduledThreadPoolExecutor executor = new ScheduledThreadPoolExecutor(1, named(name));
        executor.setRemoveOnCancelPolicy(true);
        return executor;
    }

    private static ThreadFactory named(String name) {
        AtomicInteger count = new AtomicInteger();
        return task -> {
            Thread thread = new Thread(task, "odradek-" + name + "-" + count.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        };
    }

    void end() {
        timers.shutdownNow();
        pulse.shutdownNow();
        watch.shutdownNow();
        actions.shutdown();
        handlers.end();
    }
}

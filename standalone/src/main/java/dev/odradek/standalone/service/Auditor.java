package dev.odradek.standalone.service;

import dev.odradek.statestore.read.CheckPass;
import dev.odradek.statestore.read.Checked;
import dev.odradek.topics.settings.Settings;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Looks again and again whether something stands behind every axis, with a small share of one core. */
final class Auditor implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Auditor.class);
    private static final String EVERY = "odradek.audit.every";
    /** So few that who waits for the processor behind it does not wait for long. */
    private static final int STEP = 100;
    /** It rests so many times as long as it has worked. */
    private static final int REST = 50;

    private final Supplier<CheckPass> passes;
    private final Duration every;
    private final ScheduledExecutorService thread =
            Executors.newSingleThreadScheduledExecutor(work -> new Thread(work, "audit"));
    private @Nullable CheckPass pass;
    private volatile Checked last = new Checked(0, 0, List.of(), 0);

    private Auditor(Supplier<CheckPass> passes, Duration every) {
        this.passes = passes;
        this.every = every;
    }

    /** How long it waits between two passes; zero: there are none. */
    static Duration every(Settings settings) {
        return settings.text(EVERY, "60s").trim().equals("0")
                ? Duration.ZERO
                : settings.duration(EVERY, Duration.ofSeconds(60));
    }

    static Auditor start(Supplier<CheckPass> passes, Duration every, MeterRegistry meters) {
        Auditor auditor = new Auditor(passes, every);
        Gauge.builder("odradek.items.without.wakeup", auditor, a -> a.last.found())
                .description("axes that nothing will move, as the last full pass found")
                .register(meters);
        Gauge.builder("odradek.items.checked", auditor, a -> a.last.checked())
                .description("axes looked at in the last full pass")
                .register(meters);
        auditor.next(every.toNanos());
        return auditor;
    }

    private void next(long nanos) {
        if (!thread.isShutdown()) {
            var unused = thread.schedule(this::step, nanos, TimeUnit.NANOSECONDS);
        }
    }

    private void step() {
        long began = System.nanoTime();
        long rest;
        try {
            rest = some(began);
        } catch (RuntimeException e) {
            // A partition has moved, or the state-store is restoring: the next pass looks afresh.
            LOG.atWarn().setCause(e).log("an audit was given up");
            giveUp();
            rest = every.toNanos();
        }
        next(rest);
    }

    private void giveUp() {
        if (pass != null) {
            pass.close();
            pass = null;
        }
    }

    /** Does one step, and says how long to wait for the next. */
    private long some(long began) {
        CheckPass current = pass == null ? passes.get() : pass;
        pass = current;
        if (!current.isDone()) {
            current.step(millis(began), STEP);
        }
        if (current.isDone()) {
            publish(current.result());
            pass = null;
            return every.toNanos();
        }
        long now = System.nanoTime();
        return Math.max((now - began) * REST, TimeUnit.MILLISECONDS.toNanos(current.left(millis(now))));
    }

    private void publish(Checked result) {
        last = result;
        if (result.found() > 0) {
            LOG.atWarn()
                    .addKeyValue("found", result.found())
                    .addKeyValue("first", result.withoutWakeup().get(0))
                    .log("items that nothing will move; see ./odradek check");
        }
    }

    private static long millis(long nanos) {
        return TimeUnit.NANOSECONDS.toMillis(nanos);
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}

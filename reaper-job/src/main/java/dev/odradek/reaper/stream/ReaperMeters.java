package dev.odradek.reaper.stream;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;

/** What the reaper has done, counted; every name is in docs/metrics.md. */
public final class ReaperMeters {
    private static final String ROOT = "odradek.reaper.";

    private final MeterRegistry registry;
    /** What each partition had when it last said so: only its own thread may look into its store. */
    private final Map<Integer, Size> sizes = new ConcurrentHashMap<>();

    private final Map<String, Counter> sent = new ConcurrentHashMap<>();
    private final Timer tick;
    private final Timer late;
    private final Counter reaped;
    private final Counter graces;
    private final Counter unsent;

    private record Size(long rows, int workers) {}

    public ReaperMeters(MeterRegistry registry) {
        this.registry = registry;
        this.tick = Timer.builder(ROOT + "tick")
                .description("Time one look at what is due takes")
                .publishPercentiles(0.5, 0.99)
                .register(registry);
        this.late = Timer.builder(ROOT + "late")
                .description("From when a timer was due until its command stood in the log")
                .publishPercentiles(0.5, 0.99)
                .register(registry);
        this.reaped = counter("reaped", "Leases taken back");
        this.graces = counter("graces", "Gaps in the canaries after which nobody is taken for dead for a while");
        this.unsent = counter("unsent", "Records the broker did not take; they are sent again");
        Gauge.builder(ROOT + "workers", sizes, all -> sum(all, Size::workers))
                .description("Workers heard lately, counted in each partition they spoke to")
                .register(registry);
        Gauge.builder(ROOT + "rows", sizes, all -> sum(all, Size::rows))
                .description("Rows the timers take in the store, roughly")
                .register(registry);
    }

    private Counter counter(String name, String description) {
        return Counter.builder(ROOT + name).description(description).register(registry);
    }

    private static double sum(Map<Integer, Size> sizes, ToDoubleFunction<Size> part) {
        return sizes.values().stream().mapToDouble(part).sum();
    }

    void size(int partition, long rows, int workers) {
        sizes.put(partition, new Size(rows, workers));
    }

    void forget(int partition) {
        sizes.remove(partition);
    }

    void ticked(long nanos, long taken) {
        tick.record(nanos, TimeUnit.NANOSECONDS);
        reaped.increment((double) taken);
    }

    void sent(String command) {
        sent.computeIfAbsent(
                        command,
                        type -> Counter.builder(ROOT + "sent")
                                .description("Commands sent because they were due")
                                .tag("command", type)
                                .register(registry))
                .increment();
    }

    void late(long millis) {
        late.record(millis, TimeUnit.MILLISECONDS);
    }

    void grace() {
        graces.increment();
    }

    void unsent() {
        unsent.increment();
    }
}

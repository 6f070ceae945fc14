package dev.odradek.runtime;

import dev.odradek.topics.event.Refusal;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.IntSupplier;

/** Counts what a worker does and writes it down as Prometheus reads it. */
final class Tally {
    private final Map<WorkerMetric, LongAdder> counts = new EnumMap<>(WorkerMetric.class);
    private final Map<Refusal, LongAdder> denied = new EnumMap<>(Refusal.class);
    private final Map<WorkerMetric, IntSupplier> gauges = new EnumMap<>(WorkerMetric.class);
    private final DoubleAdder handlerSeconds = new DoubleAdder();
    private final String queue;

    Tally(String queue, IntSupplier inFlight, IntSupplier slots) {
        this.queue = queue;
        for (WorkerMetric metric : WorkerMetric.values()) {
            counts.put(metric, new LongAdder());
        }
        for (Refusal reason : Refusal.values()) {
            denied.put(reason, new LongAdder());
        }
        gauges.put(WorkerMetric.IN_FLIGHT, inFlight);
        gauges.put(WorkerMetric.SLOTS, slots);
    }

    void count(WorkerMetric metric) {
        adder(counts.get(metric)).increment();
    }

    void denied(Refusal reason) {
        adder(denied.get(reason)).increment();
    }

    void handled(long nanos) {
        handlerSeconds.add(nanos / 1e9);
        count(WorkerMetric.HANDLER_SECONDS_COUNT);
    }

    /** The text exposition format, version 0.0.4. */
    String exposition() {
        StringBuilder text = new StringBuilder(2048);
        for (WorkerMetric metric : WorkerMetric.values()) {
            header(text, metric);
            IntSupplier gauge = gauges.get(metric);
            if (metric == WorkerMetric.DENIED_TOTAL) {
                denied.forEach((reason, count) -> line(
                        text,
                        metric,
                        ",reason=\"" + reason.name().toLowerCase(Locale.ROOT) + "\"",
                        String.valueOf(count.sum())));
            } else if (metric == WorkerMetric.HANDLER_SECONDS_SUM) {
                line(text, metric, "", String.valueOf(handlerSeconds.sum()));
            } else if (gauge != null) {
                line(text, metric, "", String.valueOf(gauge.getAsInt()));
            } else {
                line(text, metric, "", String.valueOf(adder(counts.get(metric)).sum()));
            }
        }
        return text.toString();
    }

    private static void header(StringBuilder text, WorkerMetric metric) {
        text.append("# HELP ").append(metric.exposed()).append(' ').append(metric.help());
        text.append("\n# TYPE ").append(metric.exposed()).append(metric.isGauge() ? " gauge\n" : " counter\n");
    }

    private void line(StringBuilder text, WorkerMetric metric, String labels, String value) {
        text.append(metric.exposed())
                .append("{queue=\"")
                .append(queue)
                .append('"')
                .append(labels);
        text.append("} ").append(value).append('\n');
    }

    private static LongAdder adder(@org.jspecify.annotations.Nullable LongAdder adder) {
        if (adder == null) {
            throw new IllegalStateException("every metric has its counter");
        }
        return adder;
    }
}

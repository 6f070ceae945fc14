package dev.odradek.standalone.service;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.function.BooleanSupplier;

/** The metrics of one process: its services' own, the JVM's, and what the HTTP side counts. */
public final class Metrics implements AutoCloseable {
    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final JvmGcMetrics collector = new JvmGcMetrics();

    public Metrics() {
        new JvmMemoryMetrics().bindTo(registry);
        new JvmThreadMetrics().bindTo(registry);
        new ProcessorMetrics().bindTo(registry);
        new UptimeMetrics().bindTo(registry);
        collector.bindTo(registry);
    }

    public MeterRegistry registry() {
        return registry;
    }

    /** 1 while the service does its work, 0 otherwise. */
    void watch(Service service, BooleanSupplier healthy) {
        Gauge.builder("odradek.standalone.service.up", healthy, up -> up.getAsBoolean() ? 1 : 0)
                .description("1 while the service does its work")
                // Nobody else keeps the supplier: a weak reference would turn the gauge into NaN.
                .strongReference(true)
                .tag("service", service.label())
                .register(registry);
    }

    void served(String route, int status) {
        Counter.builder("odradek.standalone.http.requests")
                .tag("route", route)
                .tag("status", Integer.toString(status))
                .register(registry)
                .increment();
    }

    /** All of them in Prometheus' text format. */
    public String scrape() {
        return registry.scrape();
    }

    @Override
    public void close() {
        collector.close();
        registry.close();
    }
}

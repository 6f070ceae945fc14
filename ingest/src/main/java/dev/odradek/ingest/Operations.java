package dev.odradek.ingest;

import io.micrometer.core.instrument.MeterRegistry;
import java.util.Optional;

/** Health and metrics of the whole process. */
public interface Operations {
    boolean isHealthy();

    /** What is amiss though the process is healthy, if anything. */
    Optional<String> note();

    /** Every metric in Prometheus' text format. */
    String scrape();

    MeterRegistry meters();

    /** Called right before the port is bound: whoever has answered on it until now lets go of it. */
    default void handOver() {}
}

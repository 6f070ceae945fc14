package dev.odradek.ingest;

import io.micrometer.core.instrument.MeterRegistry;
import java.util.Optional;

/** A process that is always well. */
final class PlainOperations implements Operations {
    private final MeterRegistry meters;

    PlainOperations(MeterRegistry meters) {
        this.meters = meters;
    }

    @Override
    public boolean isHealthy() {
        return true;
    }

    @Override
    public Optional<String> note() {
        return Optional.empty();
    }

    @Override
    public String scrape() {
        return "# metrics\n";
    }

    @Override
    public MeterRegistry meters() {
        return meters;
    }
}

package dev.odradek.ingest;

import io.micrometer.core.instrument.MeterRegistry;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A process that is always well, but may fail to say how much it has done. */
final class PlainOperations implements Operations {
    private final MeterRegistry meters;
    private volatile @Nullable RuntimeException failure;

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
        RuntimeException thrown = failure;
        if (thrown != null) {
            throw thrown;
        }
        return "# metrics\n";
    }

    void fail(@Nullable RuntimeException with) {
        failure = with;
    }

    @Override
    public MeterRegistry meters() {
        return meters;
    }
}

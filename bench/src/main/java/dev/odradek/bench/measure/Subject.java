package dev.odradek.bench.measure;

import dev.odradek.bench.figure.Row;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** A system that can be measured. */
public interface Subject {

    /** Its name, what it survives and how it is run; no figures yet. */
    Row row();

    /** Why it cannot be run here, if it cannot. */
    default Optional<String> missing() {
        return Optional.empty();
    }

    /** Its server or database, on an empty directory; ready when this returns. */
    Server start(Path dir, Tuning tuning) throws Exception;

    default Recovery recovery() {
        return Recovery.BY_ANOTHER;
    }

    /** Whether it has a call for many jobs. */
    default boolean hasBulk() {
        return true;
    }

    /** How long a round must be to say something, such as several of its polls. */
    default Duration window() {
        return Duration.ofSeconds(3);
    }
}

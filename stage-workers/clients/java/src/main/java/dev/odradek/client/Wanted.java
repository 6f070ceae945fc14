package dev.odradek.client;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What a worker asks a queue for.
 *
 * @param incarnation the worker's present life: once it is silent, others get what was claimed under it
 * @param axis needed only where several axes of a machine offer the same queue
 * @param most how many, 1 to 100
 * @param patience how long the service may wait for the first
 */
public record Wanted(
        String worker,
        @Nullable String incarnation,
        @Nullable String axis,
        int most,
        Duration patience) {
    public Wanted {
        requireNonNull(worker, "worker");
    }

    public static Wanted one(String worker) {
        return new Wanted(worker, null, null, 1, Duration.ZERO);
    }
}

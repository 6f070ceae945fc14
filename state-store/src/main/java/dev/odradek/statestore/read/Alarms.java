package dev.odradek.statestore.read;

import dev.odradek.statestore.audit.Alarm;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;

/** Knows the timers that are watched. */
@FunctionalInterface
public interface Alarms {
    /** Nobody watches, as far as this process knows. */
    Alarms NONE = (partition, slots) -> CompletableFuture.failedFuture(new TimeoutException("nobody watches here"));

    /**
     * The timers in these slots of a partition, as far as there are any.
     *
     * <p>It fails within seconds if whoever watches that partition cannot be asked.
     */
    CompletableFuture<Map<String, Alarm>> in(int partition, List<String> slots);
}

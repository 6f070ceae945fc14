package dev.odradek.statestore.read;

import dev.odradek.topics.event.AxisState;
import dev.odradek.topics.event.Lease;
import org.jspecify.annotations.Nullable;

/**
 * One axis of an item, as people and programs outside see it.
 *
 * @param leaseExpiresAt as the reaper knows it, which moves with every heartbeat; without one, as it was granted
 */
public record AxisView(
        String status,
        @Nullable String claimedBy,
        @Nullable Long claimedAt,
        @Nullable Long leaseExpiresAt,
        int attempts,
        @Nullable String lastError,
        long epoch,
        String wakeup) {

    static AxisView of(AxisState axis, Behind behind, boolean queuePaused, long now) {
        Lease lease = axis.lease();
        return new AxisView(
                axis.state(),
                lease == null ? null : lease.holder(),
                lease == null ? null : lease.claimedAt(),
                lease == null
                        ? null
                        : behind instanceof Behind.Armed armed ? armed.alarm().dueAt() : lease.expiresAt(),
                axis.attempts(),
                axis.lastError(),
                axis.epoch(),
                axis.wakeup().match(new Sentence(axis, behind, queuePaused, now)));
    }
}

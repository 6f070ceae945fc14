package dev.odradek.statestore.projection;

import org.jspecify.annotations.Nullable;

/** By how much a queue's counts change in a partition, and whether it is paused or resumed. */
public final class QueueChange {
    private final String tenant;
    private final String queue;
    private final long[] byPhase = new long[Place.Phase.values().length];
    private @Nullable Boolean paused;
    private @Nullable String reason;
    private long version;

    QueueChange(String tenant, String queue) {
        this.tenant = tenant;
        this.queue = queue;
    }

    void add(Place.Phase phase, long count, long offset) {
        byPhase[phase.ordinal()] += count;
        version = offset;
    }

    void pause(boolean now, @Nullable String why, long offset) {
        paused = now;
        reason = why;
        version = offset;
    }

    public String tenant() {
        return tenant;
    }

    public String queue() {
        return queue;
    }

    public long offered() {
        return byPhase[Place.Phase.DISPATCHED.ordinal()];
    }

    /** Whoever still holds it, whatever it waits for. */
    public long held() {
        return byPhase[Place.Phase.LEASED.ordinal()];
    }

    public long waiting() {
        return byPhase[Place.Phase.WITHHELD.ordinal()];
    }

    public long delayed() {
        return byPhase[Place.Phase.BACKOFF.ordinal()] + byPhase[Place.Phase.DELAY.ordinal()];
    }

    /** Absent: as it was. */
    public @Nullable Boolean paused() {
        return paused;
    }

    public @Nullable String reason() {
        return reason;
    }

    public long version() {
        return version;
    }
}

package dev.odradek.statestore.projection;

import dev.odradek.statestore.projection.Place.Phase;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** By how much a queue's counts change in a partition, and whether it is paused or resumed. */
public final class QueueChange {
    private final String tenant;
    private final String queue;
    private final Map<Phase, Long> byPhase = new EnumMap<>(Phase.class);
    private @Nullable Boolean paused;
    private @Nullable String reason;
    private long version;

    QueueChange(String tenant, String queue) {
        this.tenant = tenant;
        this.queue = queue;
    }

    void add(Phase phase, long count, long offset) {
        byPhase.merge(phase, count, Long::sum);
        version = offset;
    }

    void seen(long offset) {
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
        return count(Phase.DISPATCHED);
    }

    /** Whoever still holds it, whatever it waits for. */
    public long held() {
        return count(Phase.LEASED);
    }

    public long waiting() {
        return count(Phase.WITHHELD);
    }

    public long delayed() {
        return count(Phase.BACKOFF) + count(Phase.DELAY);
    }

    private long count(Phase phase) {
        return byPhase.getOrDefault(phase, 0L);
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

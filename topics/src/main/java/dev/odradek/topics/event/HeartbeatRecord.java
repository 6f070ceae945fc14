package dev.odradek.topics.event;

import static java.util.Objects.requireNonNull;

/** A heartbeat as it stands on {@code heartbeats}; it has no cause, for nothing was decided. */
public record HeartbeatRecord(int schema, String tenant, Heartbeat heartbeat) {
    public static final int SCHEMA = 1;

    public HeartbeatRecord {
        requireNonNull(tenant, "tenant");
        requireNonNull(heartbeat, "heartbeat");
    }
}

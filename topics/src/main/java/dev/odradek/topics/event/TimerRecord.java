package dev.odradek.topics.event;

import static java.util.Objects.requireNonNull;

/** A timer as it stands in its slot of {@code timers}; an empty record clears the slot. */
public record TimerRecord(int schema, String tenant, Cause cause, Timer timer) {
    public static final int SCHEMA = 1;

    public TimerRecord {
        requireNonNull(tenant, "tenant");
        requireNonNull(cause, "cause");
        requireNonNull(timer, "timer");
    }
}

package dev.odradek.topics.event;

import static java.util.Objects.requireNonNull;

/** A timer as it stands in its slot of {@code timers}; an empty record clears the slot. */
public record TimerRecord(int schema, String tenant, Cause cause, Timer timer) {
    public static final int SCHEMA = 1;
    /** The header of what is acted on when it is read: no later record of its slot makes it void. */
    public static final String EACH = "odradek_each";
    /** The header of what was set into an empty slot. */
    public static final String FIRST = "odradek_first";

    public TimerRecord {
        requireNonNull(tenant, "tenant");
        requireNonNull(cause, "cause");
        requireNonNull(timer, "timer");
    }
}

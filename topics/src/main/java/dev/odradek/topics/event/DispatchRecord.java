package dev.odradek.topics.event;

import static java.util.Objects.requireNonNull;

/** A dispatch as it stands on a queue's work topic. */
public record DispatchRecord(int schema, String tenant, Cause cause, Dispatch dispatch) {
    public static final int SCHEMA = 1;

    public DispatchRecord {
        requireNonNull(tenant, "tenant");
        requireNonNull(cause, "cause");
        requireNonNull(dispatch, "dispatch");
    }
}

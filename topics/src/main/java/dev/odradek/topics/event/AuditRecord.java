package dev.odradek.topics.event;

import static java.util.Objects.requireNonNull;

/**
 * What somebody with the scope operate did over HTTP, as it stands on {@code audit} under its tenant; the record's own
 * time says when.
 *
 * @param who the id of the token that was shown, or {@link #THIS_MACHINE}
 * @param action the method and the route
 * @param target the path as it was asked for
 * @param status how it was answered
 */
public record AuditRecord(int schema, String tenant, String who, String action, String target, int status) {
    public static final int SCHEMA = 1;
    /** Whoever asks from the machine itself shows no token. */
    public static final String THIS_MACHINE = "this machine";

    public AuditRecord {
        requireNonNull(tenant, "tenant");
        requireNonNull(who, "who");
        requireNonNull(action, "action");
        requireNonNull(target, "target");
    }
}

package dev.odradek.topics.event;

import static java.util.Objects.requireNonNull;

/**
 * A fact as it stands on {@code events}.
 *
 * @param entityId what the fact is about: an item's id, the name of a machine, queue or schedule
 * @param ts the partition's time when it was decided, in epoch milliseconds
 */
public record EventRecord(
        int schema, String tenant, String entityId, Cause cause, String commandId, long ts, Event event) {
    public static final int SCHEMA = 1;
    /** The header of a fact that others of the same command follow. */
    public static final String MORE = "odradek_more";

    public EventRecord {
        requireNonNull(tenant, "tenant");
        requireNonNull(entityId, "entity_id");
        requireNonNull(cause, "cause");
        requireNonNull(commandId, "command_id");
        requireNonNull(event, "event");
    }
}

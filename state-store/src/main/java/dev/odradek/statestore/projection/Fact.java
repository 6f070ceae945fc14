package dev.odradek.statestore.projection;

import dev.odradek.topics.event.Event;
import dev.odradek.topics.event.EventRecord;

/**
 * A fact and where it stands in its partition.
 *
 * @param more whether others of the same command follow
 */
public record Fact(long offset, EventRecord record, boolean more) {
    /** The last command of which every fact is known once this one is. */
    public long wholeUpTo() {
        return more ? record.cause().offset() - 1 : record.cause().offset();
    }

    boolean isCreation() {
        return record.event() instanceof Event.Created;
    }

    boolean isPatch() {
        return record.event() instanceof Event.Patched;
    }

    /** Whether it changes an item that is there. */
    boolean isOfItem() {
        return isPatch() || record.event() instanceof Event.Moved || record.event() instanceof Event.Rescheduled;
    }
}

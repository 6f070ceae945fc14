package dev.odradek.statestore.projection;

import dev.odradek.topics.event.Event;
import dev.odradek.topics.event.EventRecord;

/** A fact and where it stands in its partition. */
public record Fact(long offset, EventRecord record) {
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

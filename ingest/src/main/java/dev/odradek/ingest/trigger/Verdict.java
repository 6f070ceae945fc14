package dev.odradek.ingest.trigger;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** What follows from a delivery, before anything is done about it. */
sealed interface Verdict {

    /** It does not count, and why. */
    record Refused(Reason reason, String detail) implements Verdict {}

    enum Reason {
        BAD_REQUEST,
        BAD_SIGNATURE,
        REPLAYED,
        FORBIDDEN,
        NO_SECRET
    }

    /** It was a handshake. */
    record Echoed(ObjectNode body) implements Verdict {}

    /** It is a good delivery of something that nobody wants. */
    record Ignored(String why) implements Verdict {}

    /**
     * An item is to be created; the same event gives the same id.
     *
     * @param eventId absent: every delivery is its own event
     */
    record Create(
            String itemId,
            String machine,
            @Nullable String partitionKey,
            ObjectNode payload,
            @Nullable String eventId) implements Verdict {}

    /**
     * An item is to be moved.
     *
     * @param itemIds under which it may be known, the likeliest first
     * @param eventId absent: every delivery is its own event
     */
    record Move(
            List<String> itemIds,
            @Nullable String partitionKey,
            String axis,
            String to,
            ObjectNode patch,
            @Nullable String eventId)
            implements Verdict {}
}

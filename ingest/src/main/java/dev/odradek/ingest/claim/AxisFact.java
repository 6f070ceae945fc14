package dev.odradek.ingest.claim;

import dev.odradek.topics.command.Token;
import dev.odradek.topics.event.Cause;
import dev.odradek.topics.event.Event;
import dev.odradek.topics.event.EventRecord;
import dev.odradek.topics.event.Lease;
import dev.odradek.topics.event.Wakeup;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a fact says about an axis from here on.
 *
 * @param offered whether it lies on a queue under this epoch
 * @param holder who holds it, and under which claim; absent: nobody
 */
record AxisFact(
        AxisKey key,
        Cause cause,
        long epoch,
        boolean offered,
        @Nullable String holder,
        @Nullable String claimId) {

    /** Absent: the fact is about no single axis, or about one that begins. */
    static Optional<AxisFact> of(EventRecord record) {
        if (record.event() instanceof Event.Moved moved) {
            return Optional.of(of(record, moved.axis(), moved.epoch(), moved.wakeup(), moved.lease()));
        }
        if (record.event() instanceof Event.Rescheduled moved) {
            return Optional.of(of(record, moved.axis(), moved.epoch(), moved.wakeup(), null));
        }
        return Optional.empty();
    }

    private static AxisFact of(EventRecord record, String axis, long epoch, Wakeup wakeup, @Nullable Lease lease) {
        return new AxisFact(
                new AxisKey(record.tenant(), record.cause().partition(), record.entityId(), axis),
                record.cause(),
                epoch,
                wakeup instanceof Wakeup.Dispatched,
                lease == null ? null : lease.holder(),
                lease == null ? null : lease.claimId());
    }

    /** Whether it says that the axis is held under this claim. */
    boolean names(Token token) {
        return epoch == token.epoch() && token.claimId().equals(claimId);
    }

    /**
     * Whether an offer is over by this fact.
     *
     * <p>Every fact about an axis ends the offers that stand before it in the log; only one that is made again under
     * the same epoch stays what it was.
     */
    boolean ends(Offer offer) {
        return offer.cause().compareTo(cause) < 0
                && !(offered && offer.dispatch().epoch() == epoch);
    }
}

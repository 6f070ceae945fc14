package dev.odradek.statestore.audit;

import dev.odradek.topics.event.AxisState;
import dev.odradek.topics.event.Wakeup;
import java.util.Optional;

/** One axis where it stands, with what the rows around it hold. */
public record Standing(String tenant, String itemId, String axis, AxisState state, Around around) {

    /** Where its one timer lies. */
    public String slot() {
        return tenant + "/" + itemId + "/" + axis;
    }

    /** Whether a timer must lie there. */
    public boolean isTimed() {
        return state.wakeup().hasTimer();
    }

    /** The queue whose line goes on because of this axis. */
    public Optional<String> moves() {
        if (state.lease() != null) {
            return Optional.of(state.lease().queue());
        }
        return state.wakeup() instanceof Wakeup.Dispatched offered ? Optional.of(offered.queue()) : Optional.empty();
    }

    /** The queue in whose line it stands. */
    public Optional<String> waitsFor() {
        return state.wakeup() instanceof Wakeup.Withheld held ? Optional.of(held.queue()) : Optional.empty();
    }

    /** The same, known that something else of its queue is in flight or on offer. */
    public Standing withMovingLine() {
        return new Standing(
                tenant, itemId, axis, state, new Around(around.place(), around.paused(), true, around.edge()));
    }

    /** Whether nothing has happened to it in between. */
    public boolean isSame(Standing other) {
        return slot().equals(other.slot())
                && state.epoch() == other.state.epoch()
                && state.wakeup().equals(other.state.wakeup());
    }
}

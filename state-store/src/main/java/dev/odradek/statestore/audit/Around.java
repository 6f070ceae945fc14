package dev.odradek.statestore.audit;

import dev.odradek.statestore.item.Waiting;
import org.jspecify.annotations.Nullable;

/**
 * What the rows beside an axis hold about the reason it gives.
 *
 * @param place who stands at the axis' place in its queue's line
 * @param paused whether that queue waits to be resumed
 * @param moving whether something of that queue is in flight or on offer, which lets the line go on
 * @param edge whether its machine has an edge out of its state
 */
public record Around(@Nullable Waiting place, boolean paused, boolean moving, boolean edge) {
    public static final Around NOTHING = new Around(null, false, false, false);
}

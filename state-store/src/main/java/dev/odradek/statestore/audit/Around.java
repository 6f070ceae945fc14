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
 * @param overlooked whether a patrol should have repeated its offer long ago
 */
public record Around(@Nullable Waiting place, boolean paused, boolean moving, boolean edge, boolean overlooked) {
    public static final Around NOTHING = new Around(null, false, false, false);
    public static final Around OVERLOOKED = new Around(null, false, false, false, true);

    /** Of what no patrol has to look for. */
    public Around(@Nullable Waiting place, boolean paused, boolean moving, boolean edge) {
        this(place, paused, moving, edge, false);
    }
}

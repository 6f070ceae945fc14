package dev.odradek.statestore.item;

import dev.odradek.topics.event.Lane;
import dev.odradek.topics.event.Why;
import org.jspecify.annotations.Nullable;

/**
 * How an axis enters its next state.
 *
 * @param attempts how many attempts count there
 * @param lane where it is offered, if it is
 * @param waitMs how long it must wait first
 * @param keep whether the holder goes on holding it
 */
record Entry(Why why, int attempts, @Nullable String error, Lane lane, long waitMs, boolean keep) {

    static Entry fresh(Why why) {
        return new Entry(why, 0, null, Lane.NORMAL, 0, false);
    }

    static Entry again(Why why, int attempts, @Nullable String error, long waitMs) {
        return new Entry(why, attempts, error, Lane.AGAIN, waitMs, false);
    }

    Entry keeping(boolean held) {
        return new Entry(why, attempts, error, lane, waitMs, held);
    }
}

package dev.odradek.statestore.rehearse;

import dev.odradek.statestore.item.Item;
import dev.odradek.topics.event.AxisState;
import dev.odradek.topics.event.Wakeup;
import org.jspecify.annotations.Nullable;

/**
 * Where an axis stands when the record ends.
 *
 * @param ended whether it will not move any more
 */
public record EndState(
        String state, boolean ended, int attempts, @Nullable String lastError) {

    static @Nullable EndState of(@Nullable Item item, String axis) {
        AxisState at = item == null ? null : item.axes().get(axis);
        return at == null
                ? null
                : new EndState(at.state(), at.wakeup() instanceof Wakeup.Ended, at.attempts(), at.lastError());
    }
}

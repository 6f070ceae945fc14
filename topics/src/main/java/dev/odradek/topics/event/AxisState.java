package dev.odradek.topics.event;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

/** One axis of one item as the facts so far have left it. */
public record AxisState(
        String state,
        long epoch,
        int attempts,
        Wakeup wakeup,
        @Nullable Lease lease,
        @Nullable String lastError,
        @Nullable String lastCommand) {
    public AxisState {
        requireNonNull(state, "state");
        requireNonNull(wakeup, "wakeup");
    }

    public AxisState withWakeup(Wakeup next) {
        return new AxisState(state, epoch, attempts, next, lease, lastError, lastCommand);
    }
}

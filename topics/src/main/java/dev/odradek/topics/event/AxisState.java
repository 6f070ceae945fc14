package dev.odradek.topics.event;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

/**
 * One axis of one item as the facts so far have left it.
 *
 * @param from the state it came from: where a requeue takes it back to
 * @param lastCommand the command that moved it last, so that a repeat is known
 */
public record AxisState(
        String state,
        @Nullable String from,
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

    public AxisState rescheduled(long nextEpoch, Wakeup next) {
        return new AxisState(state, from, nextEpoch, attempts, next, lease, lastError, lastCommand);
    }
}

package dev.odradek.statestore.read;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How many items a queue has on offer, in workers' hands, and kept back; how old the oldest offer is; and what happened
 * on it within the last whole minutes.
 *
 * @param delayed those that wait for a time: a delayed start or a back-off
 * @param oldestAt since when the oldest offer stands, in epoch milliseconds
 * @param completedMinutes how many were completed in each of the last 30 minutes, the running one last
 */
public record QueueView(
        String queue,
        boolean paused,
        @Nullable String pauseReason,
        long offered,
        long held,
        long waiting,
        long delayed,
        @Nullable Long oldestAt,
        Rates perMinute,
        List<Long> completedMinutes) {

    /** Means over the last whole minutes. */
    public record Rates(double offered, double claimed, double completed, double failed, double expired) {
        public static final Rates NONE = new Rates(0, 0, 0, 0, 0);
    }
}

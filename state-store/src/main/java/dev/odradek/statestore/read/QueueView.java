package dev.odradek.statestore.read;

/** How many items a queue has on offer, in workers' hands, and kept back. */
public record QueueView(String queue, boolean paused, long offered, long held, long waiting, long delayed) {
    QueueView plus(long offeredMore, long heldMore, long waitingMore, long delayedMore) {
        return new QueueView(
                queue, paused, offered + offeredMore, held + heldMore, waiting + waitingMore, delayed + delayedMore);
    }
}

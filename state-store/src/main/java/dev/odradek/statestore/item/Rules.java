package dev.odradek.statestore.item;

import dev.odradek.topics.command.ItemCommand.Redispatch;
import dev.odradek.topics.command.Token;
import dev.odradek.topics.event.AxisState;
import dev.odradek.topics.event.Lease;
import dev.odradek.topics.event.Wakeup;
import dev.odradek.topics.machine.Axis;
import dev.odradek.topics.machine.ClaimRule;
import dev.odradek.topics.machine.Mode;
import dev.odradek.topics.route.Routing;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Every check a decision about an item rests on, one method each.
 *
 * <p>Open for extension on purpose: the simulation drops one check at a time and must notice each.
 */
public class Rules {

    /** Only the partition of an item's key decides about it. */
    protected boolean isHere(String tenant, String partitionKey, int partition, int partitions) {
        return Routing.partition(tenant, partitionKey, partitions) == partition;
    }

    /** An id is given once. */
    protected boolean isTaken(@Nullable Item item) {
        return item != null;
    }

    /** A command that no epoch fences counts once. */
    protected boolean isRepeat(List<String> recent, String commandId) {
        return recent.contains(commandId);
    }

    /** A claim or timer speaks of the axis as it is now, not as it was. */
    protected boolean isCurrent(AxisState axis, long epoch) {
        return axis.epoch() == epoch;
    }

    /**
     * A redispatch speaks of the timer that stands behind the offer. A late copy of it may come after that was set anew
     * in the same epoch: then the offer is made once more than need be, which loses nothing. Of an offer without a
     * timer it names the time as well.
     */
    protected boolean isMeant(Wakeup.Dispatched offer, AxisState axis, Redispatch wish) {
        Long due = offer.hasTimer() ? null : offer.redispatchAt();
        return offer.timerOf(axis.epoch()) == wish.epoch() && Objects.equals(due, wish.redispatchAt());
    }

    /** Nobody holds the axis. */
    protected boolean isFree(AxisState axis) {
        return axis.lease() == null;
    }

    /** The bearer of the token holds the axis. */
    protected boolean holds(AxisState axis, Token token) {
        Lease lease = axis.lease();
        return lease != null && axis.epoch() == token.epoch() && lease.claimId().equals(token.claimId());
    }

    /** Eager work may be completed without a claim before it, while it is on offer. */
    protected boolean mayCompleteUnclaimed(ClaimRule rule, AxisState axis, Token token) {
        return rule.mode() == Mode.EAGER && axis.epoch() == token.epoch() && axis.wakeup() instanceof Wakeup.Dispatched;
    }

    /** Work that is not due is not claimed. */
    protected boolean isDue(AxisState axis) {
        return !(axis.wakeup() instanceof Wakeup.Backoff || axis.wakeup() instanceof Wakeup.Delay);
    }

    /** The machine leads from where the axis stands to there. */
    protected boolean isEdge(Axis axis, String from, String to) {
        return axis.hasEdge(from, to);
    }

    /** Terminal is final. */
    protected boolean isEnded(Axis axis, String state) {
        return axis.isTerminal(state);
    }

    /** No more attempts than the policy allows. */
    protected boolean isExhausted(ClaimRule rule, int attempts) {
        return rule.isExhausted(attempts);
    }

    /** A paused queue offers nothing. */
    protected boolean isPaused(Queue queue) {
        return queue.paused();
    }

    /** A limited queue has no more in flight than this partition's share. */
    protected boolean isFull(Queue queue, ClaimRule rule, int partition, int partitions) {
        return rule.maxInFlight() > 0 && queue.inFlight().size() >= share(rule.maxInFlight(), partition, partitions);
    }

    /** This partition's part of a queue's limit; the parts add up to the limit. */
    static int share(int limit, int partition, int partitions) {
        return limit / partitions + (partition < limit % partitions ? 1 : 0);
    }
}

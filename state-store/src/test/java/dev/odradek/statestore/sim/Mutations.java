package dev.odradek.statestore.sim;

import dev.odradek.statestore.item.Item;
import dev.odradek.statestore.item.Queue;
import dev.odradek.statestore.item.Rules;
import dev.odradek.topics.command.ItemCommand.Redispatch;
import dev.odradek.topics.command.Token;
import dev.odradek.topics.event.AxisState;
import dev.odradek.topics.event.Lease;
import dev.odradek.topics.event.Wakeup;
import dev.odradek.topics.machine.Axis;
import dev.odradek.topics.machine.ClaimRule;
import dev.odradek.topics.machine.Mode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The core with one check dropped each: the simulation must notice every one of them. */
final class Mutations {
    private static final Map<String, Rules> ALL = new LinkedHashMap<>();

    private Mutations() {}

    static Map<String, Rules> all() {
        return ALL;
    }

    static {
        ALL.put("an item is created on any partition", new Rules() {
            @Override
            protected boolean isHere(String tenant, String partitionKey, int partition, int partitions) {
                return true;
            }
        });
        ALL.put("an id is given again", new Rules() {
            @Override
            protected boolean isTaken(@Nullable Item item) {
                return false;
            }
        });
        ALL.put("a repeated wish counts again", new Rules() {
            @Override
            protected boolean isRepeat(List<String> recent, String commandId) {
                return false;
            }
        });
        ALL.put("claims and timers of old epochs are listened to", new Rules() {
            @Override
            protected boolean isCurrent(AxisState axis, long epoch) {
                return true;
            }
        });
        ALL.put("claims and timers of earlier epochs only are listened to", new Rules() {
            @Override
            protected boolean isCurrent(AxisState axis, long epoch) {
                return epoch <= axis.epoch();
            }
        });
        ALL.put("a redispatch of any epoch is listened to", new Rules() {
            @Override
            protected boolean isMeant(Wakeup.Dispatched offer, AxisState axis, Redispatch wish) {
                return Objects.equals(offer.hasTimer() ? null : offer.redispatchAt(), wish.redispatchAt());
            }
        });
        ALL.put("a kept timer is not listened to", new Rules() {
            @Override
            protected boolean isMeant(Wakeup.Dispatched offer, AxisState axis, Redispatch wish) {
                return axis.epoch() == wish.epoch() && super.isMeant(offer, axis, wish);
            }
        });
        ALL.put("a patrol is listened to each time it comes by", new Rules() {
            @Override
            protected boolean isMeant(Wakeup.Dispatched offer, AxisState axis, Redispatch wish) {
                return offer.timerOf(axis.epoch()) == wish.epoch();
            }
        });
        ALL.put("what is held passes for free", new Rules() {
            @Override
            protected boolean isFree(AxisState axis) {
                return true;
            }
        });
        ALL.put("a token needs no claim id", new Rules() {
            @Override
            protected boolean holds(AxisState axis, Token token) {
                return axis.lease() != null && axis.epoch() == token.epoch();
            }
        });
        ALL.put("a token needs no epoch", new Rules() {
            @Override
            protected boolean holds(AxisState axis, Token token) {
                Lease lease = axis.lease();
                return lease != null && lease.claimId().equals(token.claimId());
            }
        });
        ALL.put("confirmed work is completed without a claim", new Rules() {
            @Override
            protected boolean mayCompleteUnclaimed(ClaimRule rule, AxisState axis, Token token) {
                return axis.epoch() == token.epoch() && axis.wakeup() instanceof Wakeup.Dispatched;
            }
        });
        ALL.put("eager work is completed though it is not on offer", new Rules() {
            @Override
            protected boolean mayCompleteUnclaimed(ClaimRule rule, AxisState axis, Token token) {
                return rule.mode() == Mode.EAGER && axis.epoch() == token.epoch();
            }
        });
        ALL.put("eager work is completed under any epoch", new Rules() {
            @Override
            protected boolean mayCompleteUnclaimed(ClaimRule rule, AxisState axis, Token token) {
                return rule.mode() == Mode.EAGER && axis.wakeup() instanceof Wakeup.Dispatched;
            }
        });
        ALL.put("what is not due is claimed", new Rules() {
            @Override
            protected boolean isDue(AxisState axis) {
                return true;
            }
        });
        ALL.put("any state follows any other", new Rules() {
            @Override
            protected boolean isEdge(Axis axis, String from, String to) {
                return axis.states().contains(to);
            }
        });
        ALL.put("terminal is not final", new Rules() {
            @Override
            protected boolean isEnded(Axis axis, String state) {
                return false;
            }
        });
        ALL.put("attempts never run out", new Rules() {
            @Override
            protected boolean isExhausted(ClaimRule rule, int attempts) {
                return false;
            }
        });
        ALL.put("a paused queue goes on offering", new Rules() {
            @Override
            protected boolean isPaused(Queue queue) {
                return false;
            }
        });
        ALL.put("a limited queue offers everything", new Rules() {
            @Override
            protected boolean isFull(Queue queue, ClaimRule rule, int partition, int partitions) {
                return false;
            }
        });
        ALL.put("a limited queue offers one too many", new Rules() {
            @Override
            protected boolean isFull(Queue queue, ClaimRule rule, int partition, int partitions) {
                return super.isFull(queue, rule, partition, partitions)
                        && queue.inFlight().size() * partitions > rule.maxInFlight();
            }
        });
    }
}

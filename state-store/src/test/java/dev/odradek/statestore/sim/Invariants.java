package dev.odradek.statestore.sim;

import dev.odradek.statestore.core.Decision;
import dev.odradek.statestore.core.Effect;
import dev.odradek.statestore.core.Input;
import dev.odradek.statestore.core.View;
import dev.odradek.statestore.item.Item;
import dev.odradek.statestore.item.Queue;
import dev.odradek.topics.command.ItemCommand;
import dev.odradek.topics.event.Answer;
import dev.odradek.topics.event.AxisState;
import dev.odradek.topics.event.Event;
import dev.odradek.topics.event.EventRecord;
import dev.odradek.topics.event.Wakeup;
import dev.odradek.topics.event.Why;
import dev.odradek.topics.route.Routing;
import java.util.HashMap;
import java.util.Map;

/** The promises of the core, kept without asking the core: what a whole history may contain, and each step of it. */
final class Invariants {
    private final int partitions;
    private final Settled settled;
    private final DecisionCheck whole = new DecisionCheck();
    private final ScheduleCheck schedules = new ScheduleCheck();
    /** By item, axis and epoch: who was granted it, and by which record it was completed. */
    private final Map<String, String> grants = new HashMap<>();

    private final Map<String, String> completions = new HashMap<>();
    /** By item or by partition and command: the record that brought it about. */
    private final Map<String, String> created = new HashMap<>();

    private final Map<String, String> applied = new HashMap<>();

    Invariants(int partitions) {
        this.partitions = partitions;
        this.settled = new Settled(partitions);
    }

    /** What a decision says, before its rows are stored. */
    void check(View before, Input input, Decision decision) {
        Violation.unless(!decision.facts().isEmpty(), "%s yielded no fact", input);
        Map<String, AxisState> axes = new HashMap<>();
        Map<String, Boolean> paused = new HashMap<>();
        for (EventRecord fact : decision.facts()) {
            Step step = new Step(before, input, fact, axes, paused);
            once(input, fact);
            if (fact.event() instanceof Event.Created made) {
                created(input, fact, made, step);
            } else if (fact.event() instanceof Event.Moved moved) {
                AxisState from = step.axis(moved.axis());
                new MoveCheck(step, from, moved).check();
                remember(step, from, moved);
                step.moveTo(moved.axis(), after(from, moved));
            } else if (fact.event() instanceof Event.Rescheduled again) {
                new MoveCheck(step, step.axis(again.axis()), null).rescheduled(again);
                step.moveTo(again.axis(), step.axis(again.axis()).rescheduled(again.epoch(), again.wakeup()));
            } else if (fact.event() instanceof Event.Paused pause) {
                paused.put(pause.queue(), true);
            } else if (fact.event() instanceof Event.Resumed resume) {
                paused.put(resume.queue(), false);
            }
        }
        whole.check(before, input, decision);
        schedules.check(before, input, decision);
        decision.effects().forEach(effect -> granted(input, effect));
    }

    /** How a decision leaves the rows and timers. */
    void checkSettled(SimRows rows, Input input, Decision decision) {
        settled.check(rows, input, decision);
        ScheduleCheck.settled(rows, input);
    }

    private void created(Input input, EventRecord fact, Event.Created made, Step step) {
        String at = input.partition() + ":" + input.offset();
        // An id is unique where its key belongs: whoever gives one id two keys has two items.
        String first = created.putIfAbsent(input.partition() + "/" + fact.entityId(), at);
        Violation.unless(first == null || first.equals(at), "%s is created at %s and %s", fact.entityId(), first, at);
        Violation.unless(
                Routing.partition(fact.tenant(), made.partitionKey(), partitions) == input.partition(),
                "%s is created on partition %d, where its key does not belong",
                fact.entityId(),
                input.partition());
        made.axes().forEach((name, axis) -> {
            Violation.unless(axis.attempts() == 0 && axis.lease() == null, "%s starts used: %s", name, axis);
            step.offeredOnlyIfOpen(axis.wakeup());
            step.moveTo(name, axis);
        });
    }

    /** What one wish brings about, it brings about once. */
    private void once(Input input, EventRecord fact) {
        Event event = fact.event();
        if (event instanceof Event.Refused
                || event instanceof Event.Rescheduled
                || event instanceof Event.Parked
                || event instanceof Event.DeadLettered) {
            return;
        }
        String first = applied.putIfAbsent(input.partition() + "/" + fact.commandId(), String.valueOf(input.offset()));
        Violation.unless(
                first == null || first.equals(String.valueOf(input.offset())),
                "command %s is applied at offsets %s and %d: %s",
                fact.commandId(),
                first,
                input.offset(),
                event);
    }

    private void remember(Step step, AxisState from, Event.Moved moved) {
        String epoch = step.input().partition() + "/" + step.item() + "/" + moved.axis() + "/" + from.epoch();
        if (moved.why() == Why.CLAIMED && moved.lease() != null) {
            granted(epoch, moved.lease().claimId());
        } else if (moved.through() != null) {
            granted(epoch, String.valueOf(step.input().record().id()));
        }
        if (moved.why() == Why.COMPLETED && moved.lease() == null) {
            String at = String.valueOf(step.input().offset());
            String first = completions.putIfAbsent(epoch, at);
            Violation.unless(first == null || first.equals(at), "%s is completed at %s and %s", epoch, first, at);
        }
    }

    /** An epoch is given to one, whether it said so before or with its result. */
    private void granted(String epoch, String to) {
        String first = grants.putIfAbsent(epoch, to);
        Violation.unless(first == null || first.equals(to), "%s is granted to %s and to %s", epoch, first, to);
    }

    /** A grant is told to whom it was given, and to nobody else. */
    private void granted(Input input, Effect effect) {
        if (effect instanceof Effect.Reply reply && reply.answer() instanceof Answer.Granted granted) {
            String epoch = input.partition() + "/" + granted.itemId() + "/" + granted.axis() + "/" + granted.epoch();
            Violation.unless(
                    input.record().command() instanceof ItemCommand.Claim claim
                            && claim.claimId().equals(granted.claimId())
                            && granted.claimId().equals(grants.get(epoch)),
                    "%s is told %s",
                    input,
                    granted);
        }
    }

    private static AxisState after(AxisState from, Event.Moved moved) {
        return new AxisState(
                moved.to(),
                moved.last(),
                moved.epoch(),
                moved.attempts(),
                moved.wakeup(),
                moved.lease(),
                from.lastError(),
                null);
    }

    /** One fact within a decision, and how the facts before it have left things. */
    record Step(View before, Input input, EventRecord fact, Map<String, AxisState> axes, Map<String, Boolean> paused) {

        String item() {
            return fact.entityId();
        }

        AxisState axis(String name) {
            AxisState known = axes.get(item() + "/" + name);
            if (known != null) {
                return known;
            }
            Item item = before.get(Item.key(fact.tenant(), item()));
            Violation.unless(item != null && item.axes().containsKey(name), "%s moves but is not there", item());
            return item.axes().get(name);
        }

        void moveTo(String name, AxisState axis) {
            axes.put(item() + "/" + name, axis);
        }

        /** A paused queue offers nothing. */
        void offeredOnlyIfOpen(Wakeup wakeup) {
            if (wakeup instanceof Wakeup.Dispatched offered) {
                Violation.unless(!isPaused(offered.queue()), "%s is offered by a paused queue", item());
            }
        }

        boolean isPaused(String queue) {
            Boolean known = paused.get(queue);
            if (known != null) {
                return known;
            }
            Queue row = before.get(Queue.key(fact.tenant(), queue));
            return row != null && row.paused();
        }
    }
}

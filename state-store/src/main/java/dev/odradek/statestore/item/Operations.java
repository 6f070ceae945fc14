package dev.odradek.statestore.item;

import dev.odradek.statestore.core.Draft;
import dev.odradek.statestore.core.Outcome;
import dev.odradek.topics.command.ItemCommand.Cancel;
import dev.odradek.topics.command.ItemCommand.Patch;
import dev.odradek.topics.command.ItemCommand.Redispatch;
import dev.odradek.topics.command.ItemCommand.Transition;
import dev.odradek.topics.command.ItemCommand.Wake;
import dev.odradek.topics.event.Answer;
import dev.odradek.topics.event.AxisState;
import dev.odradek.topics.event.Lane;
import dev.odradek.topics.event.Lease;
import dev.odradek.topics.event.Refusal;
import dev.odradek.topics.event.Wakeup;
import dev.odradek.topics.event.Why;
import dev.odradek.topics.machine.Axis;
import dev.odradek.topics.machine.ClaimRule;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What operators, outsiders and timers may do to an item that they do not hold. */
final class Operations {
    private final Draft draft;
    private final Rules rules;
    private final Moves moves;
    private final Claims claims;

    Operations(Draft draft, Rules rules, Moves moves, Claims claims) {
        this.draft = draft;
        this.rules = rules;
        this.moves = moves;
        this.claims = claims;
    }

    Outcome transition(Place at, Transition c) {
        AxisState axis = at.axis();
        if (rules.isRepeat(at.item().recent(), draft.command().id())) {
            return repeated(at.item());
        }
        if (!rules.isFree(axis)) {
            return held(axis);
        }
        if (rules.isEnded(at.def(), axis.state())) {
            return Outcome.refused(Refusal.ENDED, "it has ended as " + axis.state());
        }
        if (!rules.isEdge(at.def(), axis.state(), c.to())) {
            return Outcome.refused(
                    Refusal.ILLEGAL_EDGE,
                    "machine " + at.machine().name() + " has no edge " + axis.state() + " → " + c.to());
        }
        if (Claims.badPatch(c.patch())) {
            return Outcome.refused(Refusal.BAD_REQUEST, "a patch must be a JSON object");
        }
        claims.patch(at.item().id(), c.patch());
        moves.enter(at.now(draft), c.to(), Entry.fresh(Why.TRANSITIONED));
        return Outcome.applied();
    }

    Outcome patch(Item item, Patch c) {
        if (rules.isRepeat(item.recent(), draft.command().id())) {
            return repeated(item);
        }
        if (Claims.badPatch(c.patch())) {
            return Outcome.refused(Refusal.BAD_REQUEST, "a patch must be a JSON object");
        }
        claims.patch(item.id(), c.patch());
        return Outcome.applied();
    }

    Outcome cancel(Item item, Cancel c) {
        if (rules.isRepeat(item.recent(), draft.command().id())) {
            return repeated(item);
        }
        List<Place> open = item.axes().entrySet().stream()
                .map(axis -> place(item, axis))
                .filter(at -> !rules.isEnded(at.def(), at.axis().state()))
                .toList();
        if (open.isEmpty()) {
            return Outcome.refused(Refusal.ENDED, "every axis of it has ended");
        }
        String reason = c.reason() == null ? "cancelled" : Claims.shortened(c.reason());
        for (Place each : open) {
            Place at = each.now(draft);
            Lease lease = at.axis().lease();
            if (lease != null) {
                Claims.revoke(draft, at, lease, reason);
            }
            moves.enter(at, Axis.CANCELLED, Entry.again(Why.CANCELLED, at.axis().attempts(), reason, 0));
        }
        return Outcome.applied();
    }

    Outcome requeue(Place at) {
        AxisState axis = at.axis();
        if (rules.isRepeat(at.item().recent(), draft.command().id())) {
            return repeated(at.item());
        }
        if (!rules.isFree(axis)) {
            return held(axis);
        }
        Optional<ClaimRule> rule = rules.isDue(axis)
                ? Optional.ofNullable(axis.from()).flatMap(from -> at.def().failedInto(axis.state(), from))
                : at.claimable();
        if (rule.isEmpty()) {
            return Outcome.refused(
                    Refusal.ILLEGAL_EDGE,
                    "only what failed or waits for its time can be requeued, it is " + axis.state());
        }
        moves.enter(at, rule.get().from(), Entry.again(Why.REQUEUED, 0, null, 0));
        return Outcome.applied();
    }

    Outcome wake(Place at, Wake c) {
        Optional<ClaimRule> rule = at.claimable();
        if (!rules.isCurrent(at.axis(), c.epoch()) || rules.isDue(at.axis()) || rule.isEmpty()) {
            return stale(at.axis(), c.epoch());
        }
        Lane lane = at.axis().wakeup() instanceof Wakeup.Delay ? Lane.NORMAL : Lane.AGAIN;
        moves.reschedule(at, moves.offer(rule.get(), lane));
        return Outcome.applied();
    }

    Outcome redispatch(Place at, Redispatch c) {
        Optional<ClaimRule> rule = at.claimable();
        if (rule.isEmpty()
                || !(at.axis().wakeup() instanceof Wakeup.Dispatched offered)
                || !rules.isMeant(offered, at.axis(), c)) {
            return stale(at.axis(), c.epoch());
        }
        Queue queue = Queue.of(draft, draft.tenant(), rule.get().queue());
        if (rules.isPaused(queue)) {
            moves.withhold(at, rule.get(), offered.lane());
        } else {
            moves.reschedule(at, moves.dispatched(rule.get(), offered.lane()));
        }
        return Outcome.applied();
    }

    private Place place(Item item, Map.Entry<String, AxisState> axis) {
        return new Place(item, axis.getKey(), axis.getValue(), Place.machine(draft, item));
    }

    private Outcome repeated(Item item) {
        return new Outcome.Repeated(
                new Answer.Applied(item.id(), draft.command().command().type(), 0));
    }

    private static Outcome held(AxisState axis) {
        String holder = axis.lease() == null ? "nobody" : axis.lease().holder();
        return new Outcome.Refused(
                Refusal.HELD, holder + " holds it; cancel it, or wait until it is given back", holder);
    }

    private static Outcome stale(AxisState axis, long epoch) {
        return Outcome.refused(
                Refusal.STALE_TOKEN,
                "epoch " + epoch + " waits for nothing; the axis is " + axis.state() + " at " + axis.epoch());
    }
}

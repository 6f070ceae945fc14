package dev.odradek.statestore.item;

import static java.util.Objects.requireNonNull;

import dev.odradek.statestore.core.Draft;
import dev.odradek.statestore.core.Effect;
import dev.odradek.topics.command.Asker;
import dev.odradek.topics.command.Command;
import dev.odradek.topics.command.CommandRecord;
import dev.odradek.topics.command.ItemCommand.Expire;
import dev.odradek.topics.command.ItemCommand.Redispatch;
import dev.odradek.topics.command.ItemCommand.Wake;
import dev.odradek.topics.event.AxisState;
import dev.odradek.topics.event.Dispatch;
import dev.odradek.topics.event.Event;
import dev.odradek.topics.event.Lane;
import dev.odradek.topics.event.Lease;
import dev.odradek.topics.event.Timer;
import dev.odradek.topics.event.Wakeup;
import dev.odradek.topics.event.Why;
import dev.odradek.topics.machine.Axis;
import dev.odradek.topics.machine.ClaimRule;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Moves axes, and leaves each with the one reason why it will move next. */
final class Moves {
    /** How many of a line are let go when somebody ahead of it leaves: more than one, so that lines get shorter. */
    private static final int LET_GO = 2;

    /** From this level on an offer that is repeated late has no timer: the patrol comes by (ADR 0031). */
    private static final int UNTIMED = 5;

    /** How late that is: a patrol comes by several times before. */
    private static final long LATE = Duration.ofHours(6).toMillis();

    private final Draft draft;
    private final Rules rules;
    private final int partitions;

    Moves(Draft draft, Rules rules, int partitions) {
        this.draft = draft;
        this.rules = rules;
        this.partitions = partitions;
    }

    /** Who takes an axis, and under which incarnation it says that it is there. */
    record Claimant(
            String holder,
            String claimId,
            @Nullable String incarnation,
            @Nullable Asker asker) {}

    /** A claimable axis as a worker would hold it who gives it back in the same step. */
    Place pass(Place at, ClaimRule rule, Claimant who) {
        AxisState axis = at.axis();
        return at.taken(new AxisState(
                rule.into(),
                axis.state(),
                axis.epoch(),
                axis.attempts() + 1,
                new Wakeup.Leased(),
                lease(rule, who),
                axis.lastError(),
                axis.lastCommand()));
    }

    private Lease lease(ClaimRule rule, Claimant who) {
        return new Lease(
                who.holder(),
                who.claimId(),
                rule.queue(),
                draft.now(),
                rule.lease().toMillis(),
                who.asker());
    }

    /** Takes a claimable axis for a worker. */
    void take(Place at, ClaimRule rule, Claimant who) {
        AxisState axis = at.axis();
        int attempt = axis.attempts() + 1;
        Lease lease = lease(rule, who);
        draft.emit(
                at.item().id(),
                new Event.Moved(
                        at.machine().name(),
                        at.axisName(),
                        axis.state(),
                        null,
                        rule.into(),
                        Why.CLAIMED,
                        axis.epoch(),
                        attempt,
                        attempt,
                        who.holder(),
                        lease,
                        new Wakeup.Leased(),
                        null));
        Expire expire = new Expire(at.item().id(), at.axisName(), axis.epoch());
        String incarnation = draft.level() < 3 ? null : who.incarnation();
        setTimer(
                at,
                new Timer.LeaseTimer(
                        who.holder(), incarnation, lease.leaseMs(), later(at, "expire", axis.epoch(), expire)));
        letGo(rule.queue(), LET_GO);
    }

    /** Moves an axis on, whoever held it, and offers, times or ends it as its new state demands. */
    void enter(Place at, String to, Entry entry) {
        AxisState axis = at.axis();
        AxisState offered = at.offered();
        Axis def = at.def();
        Lease lease = axis.lease();
        Optional<ClaimRule> next = def.claimFrom(to);
        boolean keeps = entry.keep() && lease != null && !def.isTerminal(to);
        long epoch = keeps || next.isEmpty() ? axis.epoch() : axis.epoch() + 1;
        draft.emit(
                at.item().id(),
                new Event.Moved(
                        at.machine().name(),
                        at.axisName(),
                        offered == null ? axis.state() : offered.state(),
                        offered == null ? null : axis.state(),
                        to,
                        entry.why(),
                        epoch,
                        axis.attempts(),
                        attempts(axis, next, entry, keeps),
                        lease == null ? null : lease.holder(),
                        keeps ? lease : null,
                        keeps ? new Wakeup.Leased() : keepingTimer(offered, reason(def, to, next, entry)),
                        entry.error()));
        settle(at);
        queueOf(axis).ifPresent(queue -> letGo(queue, LET_GO));
    }

    /**
     * The same wake-up, with the timer of the offer before it where that is nearly as good: a timer set anew at each
     * of many short stages would cost more than their work, and all it could do earlier is offer the same once more.
     */
    private Wakeup keepingTimer(@Nullable AxisState before, Wakeup next) {
        if (before == null
                || !(before.wakeup() instanceof Wakeup.Dispatched old && old.hasTimer())
                || !(next instanceof Wakeup.Dispatched offered && offered.hasTimer())) {
            return next;
        }
        long wait = offered.redispatchAt() - draft.now();
        long left = old.redispatchAt() - draft.now();
        return left > wait || left < wait / 2
                ? next
                : new Wakeup.Dispatched(
                        offered.queue(), offered.lane(), old.redispatchAt(), old.timerOf(before.epoch()));
    }

    /** Attempts count for the queue they were made in: another one starts afresh, and an end keeps them to be seen. */
    private static int attempts(AxisState axis, Optional<ClaimRule> next, Entry entry, boolean keeps) {
        if (keeps || next.isEmpty()) {
            return axis.attempts();
        }
        Lease lease = axis.lease();
        boolean sameQueue = lease != null && lease.queue().equals(next.get().queue());
        return sameQueue ? entry.attempts() : 0;
    }

    /** The wake-up of an axis that starts in {@code state} or moves there. */
    Wakeup reason(Axis def, String state, Optional<ClaimRule> rule, Entry entry) {
        if (def.isTerminal(state)) {
            return new Wakeup.Ended();
        }
        return rule.map(claim -> waitOrOffer(claim, entry)).orElseGet(Wakeup.Outside::new);
    }

    private Wakeup waitOrOffer(ClaimRule rule, Entry entry) {
        if (entry.waitMs() > 0) {
            long due = draft.now() + Math.min(entry.waitMs(), Long.MAX_VALUE - draft.now());
            return entry.lane() == Lane.AGAIN
                    ? new Wakeup.Backoff(rule.queue(), due)
                    : new Wakeup.Delay(rule.queue(), due);
        }
        return offer(rule, entry.lane());
    }

    /** On offer, or at the end of the line if the queue may not offer or others stand there already. */
    Wakeup offer(ClaimRule rule, Lane lane) {
        Queue queue = Queue.of(draft, draft.tenant(), rule.queue());
        return queue.hasWaiting() || mayNotOffer(queue, rule)
                ? new Wakeup.Withheld(rule.queue(), lane, queue.tail())
                : dispatched(rule, lane);
    }

    /** Gives an axis that stays where it is another reason to move. */
    void reschedule(Place at, Wakeup wakeup) {
        reschedule(at, at.axis().epoch(), wakeup);
    }

    /**
     * Takes back an offer of a paused queue: it stands in line.
     *
     * <p>Its epoch is over, for a worker that still has it in hand would take the next offer for the same one.
     */
    void withhold(Place at, ClaimRule rule, Lane lane) {
        long tail = Queue.of(draft, draft.tenant(), rule.queue()).tail();
        long epoch = at.axis().epoch() + (draft.level() < 3 ? 0 : 1);
        reschedule(at, epoch, new Wakeup.Withheld(rule.queue(), lane, tail));
    }

    private void reschedule(Place at, long epoch, Wakeup wakeup) {
        draft.emit(at.item().id(), new Event.Rescheduled(at.machine().name(), at.axisName(), epoch, wakeup));
        settle(at);
    }

    /**
     * Does for an axis what its wake-up promises: one timer slot, overwritten unless its timer is kept or it is empty,
     * and a dispatch if it is on offer.
     */
    void settle(Place before) {
        Place at = before.now(draft);
        long epoch = at.axis().epoch();
        String id = at.item().id();
        Wakeup wakeup = at.axis().wakeup();
        if (wakeup instanceof Wakeup.Dispatched offered) {
            ClaimRule rule = at.claimable().orElseThrow();
            draft.effect(new Effect.Offer(draft.tenant(), offered.lane(), dispatch(at, rule)));
            if (!offered.hasTimer()) {
                clearTimer(before);
            } else if (offered.timerEpoch() == null) {
                due(before, at, offered.redispatchAt(), "redispatch", new Redispatch(id, at.axisName(), epoch));
            }
        } else if (wakeup instanceof Wakeup.Backoff backoff) {
            due(before, at, backoff.dueAt(), "wake", new Wake(id, at.axisName(), epoch));
        } else if (wakeup instanceof Wakeup.Delay delay) {
            due(before, at, delay.dueAt(), "wake", new Wake(id, at.axisName(), epoch));
        } else if (wakeup instanceof Wakeup.Withheld held) {
            clearTimer(before);
            letGo(held.queue(), LET_GO);
        } else if (!(wakeup instanceof Wakeup.Leased)) {
            clearTimer(before);
        }
    }

    /** Offers up to {@code most} of a queue's line, first come first served, as far as its limits allow. */
    void letGo(String name, int most) {
        for (int i = 0; i < most; i++) {
            Queue queue = Queue.of(draft, draft.tenant(), name);
            Waiting first = queue.hasWaiting() ? draft.get(Waiting.key(draft.tenant(), name, queue.head())) : null;
            if (first == null) {
                return;
            }
            Item item = requireNonNull(draft.get(Item.key(draft.tenant(), first.itemId())));
            AxisState axis = requireNonNull(item.axes().get(first.axis()));
            Place at = new Place(item, first.axis(), axis, Place.machine(draft, item));
            ClaimRule rule = at.claimable().orElseThrow();
            if (mayNotOffer(queue, rule) || !(axis.wakeup() instanceof Wakeup.Withheld held)) {
                return;
            }
            reschedule(at, dispatched(rule, held.lane()));
        }
    }

    private boolean mayNotOffer(Queue queue, ClaimRule rule) {
        return rules.isPaused(queue) || rules.isFull(queue, rule, draft.partition(), partitions);
    }

    Wakeup.Dispatched dispatched(ClaimRule rule, Lane lane) {
        long wait = rule.redispatch().toMillis();
        long due = draft.now() + wait;
        return draft.level() >= UNTIMED && wait >= LATE
                ? Wakeup.Dispatched.untimed(rule.queue(), lane, due)
                : new Wakeup.Dispatched(rule.queue(), lane, due);
    }

    private Dispatch dispatch(Place at, ClaimRule rule) {
        Item item = at.item();
        Payload payload = Payload.of(draft, draft.tenant(), item);
        return new Dispatch(
                item.id(),
                item.partitionKey(),
                item.machine(),
                item.version(),
                at.axisName(),
                rule.queue(),
                at.axis().epoch(),
                at.axis().attempts() + 1,
                rule.mode(),
                rule.lease().toMillis(),
                item.createdAt(),
                payload.body());
    }

    private void due(Place before, Place at, long when, String what, Command command) {
        setTimer(before, new Timer.DueTimer(when, later(at, what, at.axis().epoch(), command)));
    }

    private void setTimer(Place before, Timer timer) {
        draft.effect(new Effect.SetTimer(draft.tenant(), slot(before), timer));
    }

    private void clearTimer(Place before) {
        if (mayHaveTimer(before)) {
            draft.effect(new Effect.ClearTimer(draft.tenant(), slot(before)));
        }
    }

    /** Whether something may stand in the slot of an axis that stood like this: its row says so. */
    private boolean mayHaveTimer(Place before) {
        AxisState row = before.offered() == null ? before.axis() : before.offered();
        return draft.level() < UNTIMED || row.wakeup().hasTimer();
    }

    private CommandRecord later(Place at, String what, long epoch, Command command) {
        String id = what + "/" + at.item().id() + "/" + at.axisName() + "/" + epoch;
        return CommandRecord.of(draft.tenant(), id, at.item().partitionKey(), command);
    }

    private static String slot(Place at) {
        return at.item().id() + "/" + at.axisName();
    }

    private static Optional<String> queueOf(AxisState axis) {
        if (axis.lease() != null) {
            return Optional.of(axis.lease().queue());
        }
        return axis.wakeup() instanceof Wakeup.Dispatched offered ? Optional.of(offered.queue()) : Optional.empty();
    }
}

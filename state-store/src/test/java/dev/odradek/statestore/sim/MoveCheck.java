package dev.odradek.statestore.sim;

import static dev.odradek.statestore.sim.Violation.unless;

import dev.odradek.statestore.core.KnownMachine;
import dev.odradek.statestore.item.Item;
import dev.odradek.topics.command.Command;
import dev.odradek.topics.command.ItemCommand.Cancel;
import dev.odradek.topics.command.ItemCommand.Claim;
import dev.odradek.topics.command.ItemCommand.Complete;
import dev.odradek.topics.command.ItemCommand.Expire;
import dev.odradek.topics.command.ItemCommand.Fail;
import dev.odradek.topics.command.ItemCommand.Redispatch;
import dev.odradek.topics.command.ItemCommand.Release;
import dev.odradek.topics.command.ItemCommand.Requeue;
import dev.odradek.topics.command.ItemCommand.Transition;
import dev.odradek.topics.command.ItemCommand.Wake;
import dev.odradek.topics.command.Token;
import dev.odradek.topics.event.AxisState;
import dev.odradek.topics.event.Event;
import dev.odradek.topics.event.Lane;
import dev.odradek.topics.event.Lease;
import dev.odradek.topics.event.Wakeup;
import dev.odradek.topics.event.Why;
import dev.odradek.topics.machine.Axis;
import dev.odradek.topics.machine.ClaimRule;
import dev.odradek.topics.machine.Mode;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Whether one axis may have made one move: legal in its machine, wished by who may wish it, under its epoch. */
final class MoveCheck {
    private final Invariants.Step step;
    private final AxisState from;
    private final Event.@Nullable Moved moved;
    private final Command command;

    MoveCheck(Invariants.Step step, AxisState from, Event.@Nullable Moved moved) {
        this.step = step;
        this.from = from;
        this.moved = moved;
        this.command = step.input().record().command();
    }

    void check() {
        Event.Moved m = Objects.requireNonNull(moved);
        if (m.through() != null) {
            bothSteps(m, m.through());
            return;
        }
        Axis def = def(m.axis());
        unless(m.from().equals(from.state()), "%s moves from where it is not: %s", step.item(), m);
        unless(m.epoch() == from.epoch() || m.epoch() == from.epoch() + 1, "the epoch leaps: %s → %s", from, m);
        step.offeredOnlyIfOpen(m.wakeup());
        lane(m.wakeup(), m.why() == Why.COMPLETED || m.why() == Why.TRANSITIONED ? Lane.NORMAL : Lane.AGAIN);
        boolean mayHold = m.why() == Why.CLAIMED || (m.why() == Why.COMPLETED && from.lease() != null);
        unless(m.lease() == null || mayHold, "%s keeps a lease by %s", step.item(), m);
        if (def.isTerminal(from.state())) {
            unless(m.why() == Why.REQUEUED, "%s has ended as %s and moves: %s", step.item(), from.state(), m);
        }
        switch (m.why()) {
            case CLAIMED -> claimed(def, m);
            case COMPLETED, FAILED, RETRIED, RELEASED -> byHolder(def, m);
            case EXPIRED, EXHAUSTED -> lost(def, m);
            case TRANSITIONED -> {
                unless(command instanceof Transition, "%s transitions: %s", command, m);
                unless(from.lease() == null, "a held axis is moved: %s", m);
                unless(def.hasEdge(m.from(), m.to()), "there is no such edge: %s", m);
            }
            case CANCELLED ->
                unless(command instanceof Cancel && m.to().equals(Axis.CANCELLED), "%s cancels: %s", command, m);
            case REQUEUED -> requeued(def, m);
        }
    }

    /** A fact that tells of a claim and of what followed says nothing that two facts could not have said. */
    private void bothSteps(Event.Moved m, String through) {
        ClaimRule rule = def(m.axis()).claimFrom(from.state()).orElse(null);
        Token token = token();
        unless(rule != null && token != null && m.holder() != null, "%s passes through: %s", command, m);
        Lease lease = new Lease(m.holder(), token.claimId(), rule.queue(), 0, 0, null);
        int attempts = from.attempts() + 1;
        Wakeup held = new Wakeup.Leased();
        Event.Moved claimed = new Event.Moved(
                m.machine(),
                m.axis(),
                m.from(),
                null,
                through,
                Why.CLAIMED,
                from.epoch(),
                attempts,
                attempts,
                m.holder(),
                lease,
                held,
                null);
        new MoveCheck(step, from, claimed).check();
        Event.Moved then = new Event.Moved(
                m.machine(),
                m.axis(),
                through,
                null,
                m.to(),
                m.why(),
                m.epoch(),
                m.attempt(),
                m.attempts(),
                m.holder(),
                m.lease(),
                m.wakeup(),
                m.error());
        unless(m.attempt() == attempts, "another attempt: %s", m);
        AxisState taken = new AxisState(through, m.from(), from.epoch(), attempts, held, lease, null, null);
        new MoveCheck(step, taken, then).check();
    }

    void rescheduled(Event.Rescheduled again) {
        boolean takenBack = from.wakeup() instanceof Wakeup.Dispatched && again.wakeup() instanceof Wakeup.Withheld;
        unless(
                again.epoch() == from.epoch() || (takenBack && again.epoch() == from.epoch() + 1),
                "%s: %s",
                from,
                again);
        unless(from.lease() == null, "%s is held, but %s", from, again);
        step.offeredOnlyIfOpen(again.wakeup());
        boolean let = from.wakeup() instanceof Wakeup.Withheld && again.wakeup() instanceof Wakeup.Dispatched;
        boolean woken = waits()
                && command instanceof Wake wake
                && wake.itemId().equals(step.item())
                && wake.epoch() == from.epoch();
        boolean repeated = from.wakeup() instanceof Wakeup.Dispatched offered
                && ((command instanceof Redispatch r
                                && r.epoch() == offered.timerOf(from.epoch())
                                && isAbout(r, offered))
                        || (command instanceof Claim c && c.epoch() == from.epoch()));
        lane(again.wakeup(), before());
        unless(let || woken || repeated, "%s reschedules %s as %s", command, from, again);
    }

    /** What a timer brings may come late and twice; a patrol's wish is for one time, and no more after it. */
    private static boolean isAbout(Redispatch wish, Wakeup.Dispatched offered) {
        return offered.hasTimer() == (wish.redispatchAt() == null)
                && (offered.hasTimer() || wish.redispatchAt() == offered.redispatchAt());
    }

    private void claimed(Axis def, Event.Moved m) {
        ClaimRule rule = def.claimFrom(from.state()).orElse(null);
        unless(rule != null && m.to().equals(rule.into()), "nobody claims from there: %s", m);
        unless(from.lease() == null, "%s is held by %s and claimed: %s", step.item(), from.lease(), m);
        unless(from.wakeup() instanceof Wakeup.Dispatched, "%s is not on offer but %s: %s", step.item(), from, m);
        unless(m.epoch() == from.epoch(), "a claim changes the epoch: %s", m);
        Token token = token();
        Lease lease = m.lease();
        unless(token != null && lease != null, "%s takes %s", command, m);
        unless(token.epoch() == from.epoch(), "%s takes epoch %d", command, from.epoch());
        unless(lease.claimId().equals(token.claimId()), "%s gives another claim id: %s", command, m);
        if (command instanceof Claim) {
            unless(!step.isPaused(rule.queue()), "claimed from a paused queue: %s", m);
        } else {
            unless(rule.mode() == Mode.EAGER, "%s takes confirmed work: %s", command, m);
        }
        unless(m.attempts() == from.attempts() + 1, "attempts are miscounted: %s", m);
        boolean limited = rule.maxAttempts() > 0 && rule.onExhausted() != null;
        unless(!limited || m.attempts() <= rule.maxAttempts(), "more attempts than allowed: %s", m);
    }

    private void byHolder(Axis def, Event.Moved m) {
        ClaimRule rule = heldBy(def, m);
        Token token = token();
        Lease lease = Objects.requireNonNull(from.lease());
        unless(
                token != null
                        && token.epoch() == from.epoch()
                        && token.claimId().equals(lease.claimId()),
                "%s is not the holder %s",
                command,
                lease);
        boolean legal = switch (m.why()) {
            case COMPLETED ->
                (from.state().equals(rule.into()) && m.to().equals(rule.done())) || def.hasEdge(m.from(), m.to());
            case FAILED -> m.to().equals(rule.onFailure());
            default -> m.to().equals(rule.from());
        };
        unless(legal, "there is no such edge: %s", m);
        if (m.why() == Why.RELEASED) {
            unless(m.attempts() == Math.max(0, from.attempts() - 1), "a release counts: %s", m);
        } else if (m.why() == Why.RETRIED) {
            unless(m.attempts() == from.attempts(), "a failure does not count: %s", m);
            waitsAsAsked(rule, (Fail) command, m);
        }
        Class<?> wish =
                m.why() == Why.COMPLETED ? Complete.class : m.why() == Why.RELEASED ? Release.class : Fail.class;
        unless(wish.isInstance(command), "%s leads to %s", command, m);
    }

    private void waitsAsAsked(ClaimRule rule, Fail fail, Event.Moved m) {
        Long asked = fail.retryAfterMs();
        boolean backsOff = m.wakeup() instanceof Wakeup.Backoff;
        if (asked != null) {
            unless(backsOff == asked > 0, "asked to wait %d ms: %s", asked, m);
        } else if (rule.backoff().base().isZero() || rule.backoff().jitter() < 1) {
            unless(backsOff != rule.backoff().base().isZero(), "the rule backs off otherwise: %s", m);
        }
    }

    /** Fresh work goes by the one lane, what came back by the other. */
    private void lane(Wakeup wakeup, Lane expected) {
        Lane lane = wakeup instanceof Wakeup.Dispatched offered
                ? offered.lane()
                : wakeup instanceof Wakeup.Withheld held ? held.lane() : expected;
        unless(lane == expected, "%s goes by the wrong lane: %s", step.item(), wakeup);
    }

    private void lost(Axis def, Event.Moved m) {
        ClaimRule rule = heldBy(def, m);
        boolean expired = command instanceof Expire expire && expire.epoch() == from.epoch();
        Token token = token();
        boolean failed = m.why() == Why.EXHAUSTED && command instanceof Fail && token.epoch() == from.epoch();
        unless(expired || failed, "%s takes it from its holder: %s", command, m);
        Set<String> ends = m.why() == Why.EXPIRED
                ? Set.of(rule.onExpiry())
                : Set.of(rule.onExhausted() == null ? rule.onFailure() : rule.onExhausted());
        unless(ends.contains(m.to()), "there is no such edge: %s", m);
        boolean last = rule.maxAttempts() > 0 && rule.onExhausted() != null && from.attempts() >= rule.maxAttempts();
        unless(last == (m.why() == Why.EXHAUSTED), "attempts and %s do not agree: %s", m.why(), m);
    }

    private ClaimRule heldBy(Axis def, Event.Moved m) {
        Lease lease = from.lease();
        unless(lease != null, "nobody holds it: %s", m);
        return def.claimOn(lease.queue()).orElseThrow();
    }

    private void requeued(Axis def, Event.Moved m) {
        unless(command instanceof Requeue, "%s requeues: %s", command, m);
        unless(from.lease() == null, "a held axis is requeued: %s", m);
        boolean failed = def.claims().stream()
                .anyMatch(rule -> rule.failureStates().contains(from.state()) && m.to().equals(rule.from()));
        unless(failed || (waits() && m.to().equals(from.state())), "it neither failed nor waits: %s", m);
        unless(m.attempts() == 0, "a second chance starts afresh: %s", m);
    }

    private Lane before() {
        if (from.wakeup() instanceof Wakeup.Dispatched offered) {
            return offered.lane();
        }
        return from.wakeup() instanceof Wakeup.Withheld held
                ? held.lane()
                : from.wakeup() instanceof Wakeup.Delay ? Lane.NORMAL : Lane.AGAIN;
    }

    private boolean waits() {
        return from.wakeup() instanceof Wakeup.Backoff || from.wakeup() instanceof Wakeup.Delay;
    }

    /** The token with which the command is sent. */
    private @Nullable Token token() {
        return command instanceof Claim c
                ? new Token(c.epoch(), c.claimId())
                : command instanceof Complete c
                        ? c.token()
                        : command instanceof Fail c ? c.token() : command instanceof Release c ? c.token() : null;
    }

    private Axis def(String axis) {
        String tenant = step.fact().tenant();
        Item item = step.before().get(Item.key(tenant, step.item()));
        unless(item != null, "%s moves in the step that makes it", step.item());
        return step.before()
                .get(KnownMachine.key(tenant, item.machine(), item.version()))
                .machine()
                .axes()
                .get(axis);
    }
}

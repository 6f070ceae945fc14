package dev.odradek.statestore.item;

import dev.odradek.statestore.core.Draft;
import dev.odradek.statestore.core.Effect;
import dev.odradek.statestore.core.Outcome;
import dev.odradek.topics.command.ItemCommand.Claim;
import dev.odradek.topics.command.ItemCommand.Complete;
import dev.odradek.topics.command.ItemCommand.Expire;
import dev.odradek.topics.command.ItemCommand.Fail;
import dev.odradek.topics.command.ItemCommand.Release;
import dev.odradek.topics.command.Token;
import dev.odradek.topics.event.Answer;
import dev.odradek.topics.event.AxisState;
import dev.odradek.topics.event.Event;
import dev.odradek.topics.event.Lane;
import dev.odradek.topics.event.Lease;
import dev.odradek.topics.event.Refusal;
import dev.odradek.topics.event.Wakeup;
import dev.odradek.topics.event.Why;
import dev.odradek.topics.machine.ClaimRule;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** What workers may do: claim, and as holders complete, fail or give back; and what their silence leads to. */
final class Claims {
    private static final int LONGEST_ERROR = 2000;
    /** From this level on an eager claim and what follows from it are one fact. */
    private static final int ONE_FACT = 4;

    private final Draft draft;
    private final Rules rules;
    private final Moves moves;
    private final Creation creation;

    Claims(Draft draft, Rules rules, Moves moves, Creation creation) {
        this.draft = draft;
        this.rules = rules;
        this.moves = moves;
        this.creation = creation;
    }

    Outcome claim(Place at, Claim c) {
        AxisState axis = at.axis();
        if (rules.holds(axis, new Token(c.epoch(), c.claimId()))) {
            return new Outcome.Repeated(granted(at));
        }
        if (!rules.isFree(axis)) {
            return held(axis, c.epoch() == axis.epoch() ? Refusal.ALREADY_CLAIMED : Refusal.STALE_TOKEN);
        }
        if (rules.isEnded(at.def(), axis.state())) {
            return Outcome.refused(Refusal.ENDED, "it has ended as " + axis.state());
        }
        Optional<ClaimRule> rule = at.claimable();
        if (rule.isEmpty()) {
            return Outcome.refused(Refusal.NOT_CLAIMABLE, "nobody claims from " + axis.state());
        }
        if (!rules.isCurrent(axis, c.epoch())) {
            return stale(axis, c.epoch());
        }
        return grant(at, c, rule.get());
    }

    private Outcome grant(Place at, Claim c, ClaimRule rule) {
        if (!rules.isDue(at.axis())) {
            return Outcome.refused(Refusal.NOT_CLAIMABLE, "it is not due yet");
        }
        if (at.axis().wakeup() instanceof Wakeup.Withheld) {
            return Outcome.refused(Refusal.WITHHELD, "it waits in the line of queue " + rule.queue());
        }
        Queue queue = Queue.of(draft, draft.tenant(), rule.queue());
        if (rules.isPaused(queue)) {
            // Its dispatch is used up by this very claim: it must stand in line to be offered again on resume.
            Lane lane = at.axis().wakeup() instanceof Wakeup.Dispatched offered ? offered.lane() : Lane.NORMAL;
            moves.withhold(at, rule, lane);
            return Outcome.refused(Refusal.WITHHELD, "queue " + rule.queue() + " is paused");
        }
        moves.take(
                at,
                rule,
                new Moves.Claimant(
                        c.worker(),
                        c.claimId(),
                        c.incarnation(),
                        draft.command().asker()));
        return new Outcome.Answered(granted(at.now(draft)));
    }

    Outcome complete(Place before, Complete c) {
        if (rules.isRepeat(before.item().recent(), draft.command().id())) {
            return repeated(before);
        }
        Optional<ClaimRule> rule = ruleFor(before, c.token());
        if (rule.isEmpty()) {
            return notHeld(before, c.token());
        }
        String standing = before.axis().lease() == null
                ? rule.get().into()
                : before.axis().state();
        String to = c.to() == null ? rule.get().done() : c.to();
        boolean usual =
                standing.equals(rule.get().into()) && to.equals(rule.get().done());
        if (!usual && !rules.isEdge(before.def(), standing, to)) {
            return Outcome.refused(
                    Refusal.ILLEGAL_EDGE,
                    "machine " + before.machine().name() + " has no edge " + standing + " → " + to);
        }
        if (badPatch(c.patch())) {
            return Outcome.refused(Refusal.BAD_REQUEST, "a patch must be a JSON object");
        }
        Optional<Outcome> unfit = creation.check(before.item(), c.spawn());
        if (unfit.isPresent()) {
            return unfit.get();
        }
        return asHolder(before, c.token(), c.worker(), c.keep(), (at, held) -> {
            patch(at.item().id(), c.patch());
            Entry entry = c.keep()
                    ? Entry.again(Why.COMPLETED, at.axis().attempts(), null, 0).keeping(true)
                    : Entry.fresh(Why.COMPLETED);
            moves.enter(at, to, entry);
            creation.spawn(at.item(), c);
        });
    }

    Outcome fail(Place before, Fail c) {
        return asHolder(before, c.token(), c.worker(), false, (at, rule) -> {
            int attempts = at.axis().attempts();
            boolean again = c.kind() == Fail.Kind.RETRY || (c.kind() == Fail.Kind.EXCEPTION && rule.retryOnException());
            String error = shortened(c.error());
            if (!again) {
                moves.enter(at, rule.onFailure(), Entry.again(Why.FAILED, attempts, error, 0));
            } else if (rules.isExhausted(rule, attempts)) {
                moves.enter(at, exhausted(rule), Entry.again(Why.EXHAUSTED, attempts, error, 0));
            } else {
                Long asked = c.retryAfterMs();
                long wait = asked == null ? backoff(at, rule) : Math.max(0, asked);
                moves.enter(at, rule.from(), Entry.again(Why.RETRIED, attempts, error, wait));
            }
        });
    }

    Outcome release(Place before, Release c) {
        return asHolder(before, c.token(), c.worker(), false, (at, rule) -> {
            int attempts = Math.max(0, at.axis().attempts() - 1);
            moves.enter(at, rule.from(), Entry.again(Why.RELEASED, attempts, null, 0));
        });
    }

    Outcome expire(Place at, Expire c) {
        Lease lease = at.axis().lease();
        if (lease == null || !rules.isCurrent(at.axis(), c.epoch())) {
            return stale(at.axis(), c.epoch());
        }
        ClaimRule rule = at.held().orElseThrow();
        int attempts = at.axis().attempts();
        revoke(draft, at, lease, "lease expired");
        if (rules.isExhausted(rule, attempts)) {
            String error = "lease expired; max attempts";
            moves.enter(at, exhausted(rule), Entry.again(Why.EXHAUSTED, attempts, error, 0));
        } else {
            String error = "lease expired; requeued";
            moves.enter(at, rule.onExpiry(), Entry.again(Why.EXPIRED, attempts, error, 0));
        }
        return Outcome.applied();
    }

    /** Lays a patch over the payload. */
    void patch(String itemId, @Nullable JsonNode patch) {
        if (patch != null) {
            Item item = draft.get(Item.key(draft.tenant(), itemId));
            long version = item == null ? 1 : item.payloadVersion() + 1;
            draft.emit(itemId, new Event.Patched(patch, version));
        }
    }

    /** An error as it is kept: not too long, and never cut in the middle of a character. */
    static String shortened(String error) {
        if (error.length() <= LONGEST_ERROR) {
            return error;
        }
        int end = Character.isHighSurrogate(error.charAt(LONGEST_ERROR - 1)) ? LONGEST_ERROR - 1 : LONGEST_ERROR;
        return error.substring(0, end);
    }

    static boolean badPatch(@Nullable JsonNode patch) {
        return patch != null && !patch.isObject();
    }

    /** Tells a holder that it no longer is one. */
    static void revoke(Draft draft, Place at, Lease lease, String reason) {
        if (lease.asker() != null) {
            Answer.Revoked revoked =
                    new Answer.Revoked(at.item().id(), at.axisName(), at.axis().epoch(), lease.claimId(), reason);
            draft.effect(new Effect.Reply(
                    draft.tenant(),
                    lease.asker().slot(),
                    lease.asker().id(),
                    draft.command().id(),
                    revoked));
        }
    }

    /** The rule under which the bearer of the token acts: as holder, or with eager work straight from its offer. */
    private Optional<ClaimRule> ruleFor(Place at, Token token) {
        if (rules.isFree(at.axis())) {
            return at.claimable().filter(rule -> rules.mayCompleteUnclaimed(rule, at.axis(), token));
        }
        return rules.holds(at.axis(), token) ? at.held() : Optional.empty();
    }

    /** @param keeps whether it goes on holding the axis */
    private Outcome asHolder(
            Place at, Token token, String worker, boolean keeps, BiConsumer<Place, ClaimRule> decision) {
        Optional<ClaimRule> rule = ruleFor(at, token);
        if (rule.isEmpty()) {
            return notHeld(at, token);
        }
        if (at.axis().lease() != null) {
            decision.accept(at, rule.get());
            return Outcome.applied();
        }
        // It gives the axis back in the same decision: nobody waits for its silence.
        Moves.Claimant who = new Moves.Claimant(
                worker, token.claimId(), null, draft.command().asker());
        if (keeps || draft.level() < ONE_FACT) {
            moves.take(at, rule.get(), who);
            decision.accept(at.now(draft), rule.get());
        } else {
            decision.accept(moves.pass(at, rule.get(), who), rule.get());
        }
        return Outcome.applied();
    }

    private Outcome notHeld(Place at, Token token) {
        if (draft.command().id().equals(at.axis().lastCommand())) {
            return repeated(at);
        }
        return at.axis().lease() == null ? stale(at.axis(), token.epoch()) : held(at.axis(), Refusal.STALE_TOKEN);
    }

    private Outcome repeated(Place at) {
        return new Outcome.Repeated(
                new Answer.Applied(at.item().id(), draft.command().command().type(), 0));
    }

    private static Outcome stale(AxisState axis, long epoch) {
        return Outcome.refused(
                Refusal.STALE_TOKEN,
                "epoch " + epoch + " is over; the axis is " + axis.state() + " at " + axis.epoch());
    }

    private static Outcome held(AxisState axis, Refusal reason) {
        String holder = axis.lease() == null ? "nobody" : axis.lease().holder();
        return new Outcome.Refused(reason, holder + " holds it under epoch " + axis.epoch(), holder);
    }

    private static Answer granted(Place at) {
        AxisState axis = at.axis();
        Lease lease = axis.lease();
        if (lease == null) {
            throw new IllegalStateException("granted without a lease");
        }
        return new Answer.Granted(
                at.item().id(), at.axisName(), axis.epoch(), lease.claimId(), axis.attempts(), lease.leaseMs());
    }

    private long backoff(Place at, ClaimRule rule) {
        double dice = draft.level() < 2
                ? 0
                : Dice.roll(at.item().id(), at.axisName(), at.axis().epoch());
        return rule.backoff().after(at.axis().attempts(), dice).toMillis();
    }

    private static String exhausted(ClaimRule rule) {
        return rule.onExhausted() == null ? rule.onFailure() : rule.onExhausted();
    }
}

package dev.odradek.statestore.sim;

import static dev.odradek.statestore.sim.Violation.unless;

import dev.odradek.statestore.core.Decision;
import dev.odradek.statestore.core.Effect;
import dev.odradek.statestore.core.Input;
import dev.odradek.statestore.core.Meta;
import dev.odradek.statestore.core.View;
import dev.odradek.statestore.item.Item;
import dev.odradek.statestore.item.Queue;
import dev.odradek.topics.command.Asker;
import dev.odradek.topics.command.ItemCommand;
import dev.odradek.topics.command.ItemCommand.Cancel;
import dev.odradek.topics.command.ItemCommand.Claim;
import dev.odradek.topics.command.ItemCommand.Create;
import dev.odradek.topics.command.ItemCommand.Expire;
import dev.odradek.topics.command.ItemCommand.Redispatch;
import dev.odradek.topics.event.Answer;
import dev.odradek.topics.event.AxisState;
import dev.odradek.topics.event.Event;
import dev.odradek.topics.event.EventRecord;
import dev.odradek.topics.event.Lease;
import dev.odradek.topics.event.Refusal;
import dev.odradek.topics.event.Wakeup;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** What must hold of a decision as a whole: who hears of it, whom it sets free, and that time goes on. */
final class DecisionCheck {
    /** By partition, machine and version: the commands that wait for it. */
    private final Map<String, Set<String>> parked = new HashMap<>();

    void check(View before, Input input, Decision decision) {
        long now = Math.max(Meta.of(before).now(), input.appendTime());
        unless(decision.facts().stream().allMatch(fact -> fact.ts() == now), "time goes back in %s", input);
        answered(input, decision);
        unparked(input, decision);
        nobodyOvertakes(before, input, decision);
        if (input.record().command() instanceof ItemCommand command && !(command instanceof Create)) {
            Item was = before.get(Item.key(input.record().tenant(), command.itemId()));
            if (was != null) {
                axesAreIndependent(was, command, decision);
                holdersAreTold(was, command, decision);
                takesEffect(was, command, decision);
            }
        }
    }

    /** Whoever asked hears: always what was refused or granted, and the rest if it wants to. */
    private static void answered(Input input, Decision decision) {
        Asker asker = input.record().asker();
        Event last = decision.facts().get(decision.facts().size() - 1).event();
        boolean refused = last instanceof Event.Refused no && no.reason() != Refusal.DUPLICATE;
        if (asker == null || last instanceof Event.Parked || !(asker.always() || refused)) {
            return;
        }
        boolean heard = decision.effects().stream()
                .anyMatch(effect -> effect instanceof Effect.Reply reply
                        && reply.commandId().equals(input.record().id())
                        && reply.askerId().equals(asker.id()));
        unless(heard, "the asker of %s hears nothing", input);
    }

    /** All that wait for a version are decided when it comes. */
    private void unparked(Input input, Decision decision) {
        Set<String> decided =
                decision.facts().stream().map(EventRecord::commandId).collect(Collectors.toSet());
        for (EventRecord fact : decision.facts()) {
            if (fact.event() instanceof Event.Parked wait && wait.command().command() instanceof Create create) {
                String spot = input.partition() + create.item().machine() + "/"
                        + create.item().version();
                parked.computeIfAbsent(spot, key -> new TreeSet<>()).add(fact.commandId());
            } else if (fact.event() instanceof Event.Defined defined) {
                String spot = input.partition() + defined.machine() + "/" + defined.version();
                Set<String> waiting = parked.getOrDefault(spot, Set.of());
                unless(decided.containsAll(waiting), "%s is there, but some still wait: %s", spot, waiting);
            }
        }
    }

    /** Nothing new is offered while others stand in line. */
    private static void nobodyOvertakes(View before, Input input, Decision decision) {
        EventRecord first = decision.facts().get(0);
        Wakeup wakeup = first.event() instanceof Event.Moved moved ? moved.wakeup() : null;
        if (wakeup == null && first.event() instanceof Event.Rescheduled again) {
            wakeup = input.record().command() instanceof Redispatch ? null : again.wakeup();
        }
        if (wakeup instanceof Wakeup.Dispatched offered) {
            Queue queue = before.get(Queue.key(first.tenant(), offered.queue()));
            unless(queue == null || queue.head() == queue.tail(), "%s overtakes the line of %s", first, queue);
        }
    }

    /** A command about one axis leaves every other as it was. */
    private static void axesAreIndependent(Item was, ItemCommand command, Decision decision) {
        Item is = after(was, command, decision);
        if (command instanceof Cancel) {
            return;
        }
        String meant = command.match(new CommandAxis());
        was.axes()
                .forEach((name, axis) -> unless(
                        name.equals(meant) || axis.equals(is.axes().get(name)),
                        "%s on axis %s changed axis %s",
                        command,
                        meant,
                        name));
    }

    /** Whoever lost what it held without wishing so is told to stop. */
    private static void holdersAreTold(Item was, ItemCommand command, Decision decision) {
        if (!(command instanceof Cancel || command instanceof Expire)) {
            return;
        }
        Item is = after(was, command, decision);
        was.axes().forEach((name, axis) -> {
            Lease lease = axis.lease();
            if (lease != null && lease.asker() != null && is.axes().get(name).lease() == null) {
                boolean told = decision.effects().stream()
                        .anyMatch(effect -> effect instanceof Effect.Reply reply
                                && reply.askerId().equals(lease.asker().id())
                                && reply.answer() instanceof Answer.Revoked revoked
                                && revoked.claimId().equals(lease.claimId()));
                unless(told, "%s lost %s and is not told", lease.holder(), axis);
            }
        });
    }

    /** A cancel ends every axis; a claim that a pause refuses stands in line for the resume. */
    private static void takesEffect(Item was, ItemCommand command, Decision decision) {
        Event last = decision.facts().get(decision.facts().size() - 1).event();
        Item is = after(was, command, decision);
        if (command instanceof Cancel && !(last instanceof Event.Refused)) {
            boolean ended = is.axes().values().stream().allMatch(axis -> axis.wakeup() instanceof Wakeup.Ended);
            unless(ended, "cancelled, but it goes on: %s", is);
        }
        if (command instanceof Claim claim && last instanceof Event.Refused no && no.reason() == Refusal.WITHHELD) {
            AxisState axis = is.axes().get(claim.axis());
            unless(axis.wakeup() instanceof Wakeup.Withheld, "withheld, but not in line: %s", axis);
        }
    }

    private static Item after(Item was, ItemCommand command, Decision decision) {
        return decision.rows().values().stream()
                .filter(row -> row instanceof Item item && item.id().equals(command.itemId()))
                .map(Item.class::cast)
                .findFirst()
                .orElse(was);
    }
}

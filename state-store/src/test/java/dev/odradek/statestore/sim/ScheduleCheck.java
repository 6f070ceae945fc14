package dev.odradek.statestore.sim;

import static dev.odradek.statestore.sim.Violation.unless;

import dev.odradek.statestore.core.Decision;
import dev.odradek.statestore.core.Effect;
import dev.odradek.statestore.core.Input;
import dev.odradek.statestore.core.View;
import dev.odradek.statestore.item.Item;
import dev.odradek.statestore.schedule.Schedule;
import dev.odradek.topics.command.ItemCommand.Create;
import dev.odradek.topics.command.ScheduleCommand;
import dev.odradek.topics.command.ScheduleCommand.FireSchedule;
import dev.odradek.topics.event.Event;
import dev.odradek.topics.event.EventRecord;
import dev.odradek.topics.event.Timer;
import java.util.HashMap;
import java.util.Map;

/** What must hold of schedules: one timer each, one item per time, and no time twice. */
final class ScheduleCheck {
    /** By schedule and time, and by the item it made: the record that brought it about. */
    private final Map<String, String> fired = new HashMap<>();

    private final Map<String, String> made = new HashMap<>();

    void check(View before, Input input, Decision decision) {
        for (EventRecord fact : decision.facts()) {
            if (fact.event() instanceof Event.Fired event) {
                fired(before, input, event, decision);
            } else if (fact.event() instanceof Event.Created) {
                created(input, fact.entityId());
            } else if (fact.event() instanceof Event.Scheduled event) {
                unless(event.nextAt() > fact.ts(), "%s waits for the past", event);
            }
        }
    }

    private void fired(View before, Input input, Event.Fired event, Decision decision) {
        String at = input.partition() + ":" + input.offset();
        String first = fired.putIfAbsent(event.name() + "@" + event.at(), at);
        unless(first == null || first.equals(at), "%s fires at %s and at %s", event, first, at);
        Schedule was = before.get(Schedule.key(input.record().tenant(), event.name()));
        unless(was != null && was.nextAt() == event.at(), "%s fires, but waited for something else: %s", event, was);
        unless(
                event.nextAt() > event.at()
                        && event.nextAt() > decision.facts().get(0).ts(),
                "%s does not go on",
                event);
        boolean here = decision.facts().stream()
                .anyMatch(fact ->
                        fact.event() instanceof Event.Created && fact.entityId().equals(event.itemId()));
        boolean sent = decision.effects().stream()
                .anyMatch(effect -> effect instanceof Effect.SetTimer set
                        && set.timer() instanceof Timer.Send send
                        && send.command().command() instanceof Create create
                        && create.itemId().equals(event.itemId()));
        unless(before.get(Item.key(input.record().tenant(), event.itemId())) == null, "%s has its item", event);
        unless(here != sent, "%s makes an item here: %s, elsewhere: %s", event, here, sent);
        made.put(event.itemId(), here ? at : "");
    }

    /** What a schedule made in one place is not made in another. */
    private void created(Input input, String itemId) {
        String at = input.partition() + ":" + input.offset();
        String known = made.computeIfPresent(itemId, (id, first) -> first.isEmpty() ? at : first);
        unless(known == null || known.equals(at), "%s is made at %s and at %s", itemId, known, at);
    }

    /** A schedule that exists has the one timer it waits for, and one that does not has none. */
    static void settled(SimRows rows, Input input) {
        if (!(input.record().command() instanceof ScheduleCommand command)) {
            return;
        }
        Schedule schedule = rows.get(Schedule.key(input.record().tenant(), command.name()));
        Timer timer = rows.get(SimPartition.slot(Schedule.slot(command.name())));
        boolean agree = schedule == null
                ? timer == null
                : timer instanceof Timer.DueTimer due
                        && due.dueAt() == schedule.nextAt()
                        && due.command().partitionKey().equals(command.key())
                        && due.command().command().equals(new FireSchedule(command.name(), schedule.nextAt()));
        unless(agree, "%s has the timer %s", schedule, timer);
    }
}

package dev.odradek.statestore.schedule;

import static java.util.Objects.requireNonNull;

import dev.odradek.statestore.core.History;
import dev.odradek.statestore.core.Rows;
import dev.odradek.statestore.item.Payload;
import dev.odradek.topics.event.Event;
import dev.odradek.topics.event.EventRecord;

/** Rebuilds schedules from their facts. */
public final class ScheduleHistory implements History {
    @Override
    public void evolve(Rows rows, EventRecord fact) {
        String tenant = fact.tenant();
        if (fact.event() instanceof Event.Scheduled made) {
            Schedule schedule =
                    new Schedule(made.name(), made.cron(), made.machine(), made.partitionKey(), made.nextAt());
            rows.put(Schedule.key(tenant, made.name()), schedule);
            rows.put(Schedule.payload(tenant, made.name()), new Payload(made.payload()));
            remember(rows, fact, made.name());
        } else if (fact.event() instanceof Event.Unscheduled gone) {
            rows.delete(Schedule.key(tenant, gone.name()));
            rows.delete(Schedule.payload(tenant, gone.name()));
            remember(rows, fact, gone.name());
        } else if (fact.event() instanceof Event.Fired fired) {
            Schedule schedule = requireNonNull(
                    rows.get(Schedule.key(tenant, fired.name())), "a fact about a schedule that is not there");
            rows.put(Schedule.key(tenant, fired.name()), schedule.waitingFor(fired.nextAt()));
            rows.put(
                    Past.key(tenant, fired.name()),
                    Past.of(rows, tenant, fired.name()).fired(fired.at()));
        }
    }

    private static void remember(Rows rows, EventRecord fact, String name) {
        Past past = Past.of(rows, fact.tenant(), name);
        rows.put(Past.key(fact.tenant(), name), past.remembering(fact.commandId()));
    }
}

package dev.odradek.statestore.partition;

import dev.odradek.statestore.core.History;
import dev.odradek.statestore.core.KnownMachine;
import dev.odradek.statestore.core.Meta;
import dev.odradek.statestore.core.Newest;
import dev.odradek.statestore.core.Rows;
import dev.odradek.statestore.item.ItemHistory;
import dev.odradek.statestore.schedule.ScheduleHistory;
import dev.odradek.topics.command.ItemCommand.Create;
import dev.odradek.topics.event.Event;
import dev.odradek.topics.event.EventRecord;

/** Rebuilds all rows of a partition from its facts. */
public final class PartitionHistory implements History {
    private final ItemHistory items = new ItemHistory();
    private final ScheduleHistory schedules = new ScheduleHistory();

    @Override
    public void evolve(Rows rows, EventRecord fact) {
        Meta meta = Meta.of(rows);
        int level = fact.event() instanceof Event.Levelled levelled ? levelled.level() : meta.level();
        rows.put(Meta.KEY, new Meta(fact.ts(), level));
        if (fact.event() instanceof Event.Defined defined) {
            defined(rows, fact, defined);
        } else if (fact.event() instanceof Event.Parked parked
                && parked.command().command() instanceof Create c) {
            Parking.Spot spot = Parking.Spot.of(fact.tenant(), c);
            rows.put(spot.place(parked.seq()), parked.command());
            rows.put(spot.key(), new Parking(parked.seq() + 1));
        } else {
            items.evolve(rows, fact);
            schedules.evolve(rows, fact);
        }
    }

    private static void defined(Rows rows, EventRecord fact, Event.Defined defined) {
        String tenant = fact.tenant();
        String machine = defined.machine();
        rows.put(KnownMachine.key(tenant, machine, defined.version()), new KnownMachine(defined.definition()));
        Newest newest = Newest.of(rows, tenant, machine);
        if (defined.version() > newest.version()) {
            rows.put(Newest.key(tenant, machine), newest.and(defined.version(), fact.commandId()));
        }
        Parking.Spot spot = new Parking.Spot(tenant, machine, defined.version());
        long parked = Parking.count(rows, spot);
        for (long seq = 0; seq < parked; seq++) {
            rows.delete(spot.place(seq));
        }
        if (parked > 0) {
            rows.delete(spot.key());
        }
    }
}

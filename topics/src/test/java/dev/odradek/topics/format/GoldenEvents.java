package dev.odradek.topics.format;

import dev.odradek.topics.command.Asker;
import dev.odradek.topics.command.ItemCommand;
import dev.odradek.topics.command.NewItem;
import dev.odradek.topics.event.AxisState;
import dev.odradek.topics.event.Event;
import dev.odradek.topics.event.EventRecord;
import dev.odradek.topics.event.Lane;
import dev.odradek.topics.event.Lease;
import dev.odradek.topics.event.Refusal;
import dev.odradek.topics.event.Wakeup;
import dev.odradek.topics.event.Why;
import java.util.Map;
import java.util.TreeMap;

/** The events and wake-ups among the golden records. */
final class GoldenEvents {
    private static final long NOW = 1_790_000_000_000L;
    private static final Lease LEASE =
            new Lease("worker-1", "claim-1", "tasks", NOW, 1_800_000, new Asker(5, "asker-1", false));

    private final Map<String, EventRecord> all = new TreeMap<>();

    private GoldenEvents() {}

    static Map<String, EventRecord> all() {
        GoldenEvents events = new GoldenEvents();
        events.itemEvents();
        events.moves();
        events.otherEvents();
        events.scheduleEvents();
        events.wakeups();
        return events.all;
    }

    private void itemEvents() {
        Map<String, AxisState> axes = new TreeMap<>();
        axes.put("status", new AxisState("queued", null, 1, 0, dispatched(), null, null, null));
        axes.put(
                "notion_sync",
                new AxisState("syncing", "dirty", 2, 1, new Wakeup.Leased(), LEASE, "timed out", "command-0"));
        event("Created", new Event.Created("tasks", 2, "key-1", "item-0", GoldenRecords.PAYLOAD, new TreeMap<>(axes)));
        event("Created-bare", new Event.Created("tasks", 2, "key-1", null, Json.parse("{}"), new TreeMap<>()));
        event("Rescheduled", new Event.Rescheduled("tasks", "status", 7, dispatched()));
        event("Patched", new Event.Patched(GoldenRecords.PAYLOAD, 4));
        NewItem item = NewItem.of("item-1", "tasks", GoldenRecords.PAYLOAD);
        event("Parked", new Event.Parked(GoldenRecords.asked(new ItemCommand.Create(item, null)), 12));
    }

    private void moves() {
        event(
                "Moved",
                new Event.Moved(
                        "tasks",
                        "status",
                        "queued",
                        null,
                        "running",
                        Why.CLAIMED,
                        7,
                        3,
                        2,
                        "worker-1",
                        LEASE,
                        new Wakeup.Leased(),
                        "timed out"));
        event(
                "Moved-bare",
                new Event.Moved(
                        "tasks",
                        "status",
                        "running",
                        null,
                        "done",
                        Why.COMPLETED,
                        7,
                        3,
                        0,
                        null,
                        null,
                        new Wakeup.Ended(),
                        null));
        event(
                "Moved-through",
                new Event.Moved(
                        "tasks",
                        "status",
                        "queued",
                        "running",
                        "checked",
                        Why.COMPLETED,
                        8,
                        3,
                        0,
                        "worker-1",
                        null,
                        new Wakeup.Dispatched("checks", Lane.NORMAL, NOW + 86_400_000, 7L),
                        null));
    }

    private void otherEvents() {
        event("Refused", new Event.Refused("Claim", Refusal.STALE_TOKEN, "the epoch is 8"));
        event("DeadLettered", new Event.DeadLettered("no CommandRecord: tenant is missing"));
        event("Defined", new Event.Defined("tasks", 2, GoldenRecords.DEFINITION));
        event("Levelled", new Event.Levelled(2));
        event("Paused", new Event.Paused("tasks", "maintenance"));
        event("Paused-bare", new Event.Paused("tasks", null));
        event("Resumed", new Event.Resumed("tasks"));
    }

    private void scheduleEvents() {
        event(
                "Scheduled",
                new Event.Scheduled("nightly", "0 3 * * *", "tasks", GoldenRecords.PAYLOAD, "key-1", NOW + 60_000));
        event(
                "Scheduled-bare",
                new Event.Scheduled("nightly", "@daily", "tasks", Json.parse("{}"), null, NOW + 60_000));
        event("Unscheduled", new Event.Unscheduled("nightly"));
        event("Fired", new Event.Fired("nightly", NOW, "d-0123", NOW + 60_000));
    }

    private void wakeups() {
        wakeup("Dispatched", dispatched());
        wakeup("Dispatched-kept", new Wakeup.Dispatched("tasks", Lane.NORMAL, NOW + 86_400_000, 5L));
        wakeup("Dispatched-untimed", Wakeup.Dispatched.untimed("tasks", Lane.NORMAL, NOW + 86_400_000));
        wakeup("Leased", new Wakeup.Leased());
        wakeup("Backoff", new Wakeup.Backoff("tasks", NOW + 4_000));
        wakeup("Delay", new Wakeup.Delay("tasks", NOW + 60_000));
        wakeup("Withheld", new Wakeup.Withheld("tasks", Lane.NORMAL, 12));
        wakeup("Outside", new Wakeup.Outside());
        wakeup("Ended", new Wakeup.Ended());
    }

    private static Wakeup dispatched() {
        return new Wakeup.Dispatched("tasks", Lane.AGAIN, NOW + 86_400_000);
    }

    private void wakeup(String name, Wakeup wakeup) {
        all.put("wakeup-" + name, record(new Event.Rescheduled("tasks", "status", 7, wakeup)));
    }

    private void event(String name, Event event) {
        all.put("event-" + name, record(event));
    }

    private static EventRecord record(Event event) {
        return new EventRecord(1, "acme", "item-1", GoldenRecords.CAUSE, "command-1", NOW, event);
    }
}

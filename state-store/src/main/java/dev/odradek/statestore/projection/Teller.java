package dev.odradek.statestore.projection;

import dev.odradek.statestore.projection.HistoryRow.Move;
import dev.odradek.topics.event.Event;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Tells a fact to the history: payloads and definitions are left out, for they stand in rows of their own. */
final class Teller implements Event.Cases<Telling> {
    @Override
    public Telling created(Event.Created e) {
        return new Telling(
                Move.of(e.machine()),
                details("machine_version", e.version(), "partition_key", e.partitionKey(), "parent", e.parent()));
    }

    @Override
    public Telling moved(Event.Moved e) {
        return new Telling(
                new Move(
                        e.machine(),
                        e.axis(),
                        e.from(),
                        e.to(),
                        e.why(),
                        e.epoch(),
                        e.attempt(),
                        e.holder(),
                        e.error()),
                e.through() == null ? null : details("through", e.through()));
    }

    @Override
    public Telling rescheduled(Event.Rescheduled e) {
        return new Telling(
                new Move(e.machine(), e.axis(), null, null, null, e.epoch(), null, null, null),
                details("wakeup", e.wakeup()));
    }

    @Override
    public Telling patched(Event.Patched e) {
        return Telling.of(details("patch", e.patch(), "payload_version", e.payloadVersion()));
    }

    @Override
    public Telling parked(Event.Parked e) {
        return Telling.of(details("seq", e.seq()));
    }

    @Override
    public Telling refused(Event.Refused e) {
        return Telling.of(details("command", e.command(), "reason", e.reason(), "message", e.message()));
    }

    @Override
    public Telling deadLettered(Event.DeadLettered e) {
        return Telling.of(details("reason", e.reason()));
    }

    @Override
    public Telling defined(Event.Defined e) {
        return new Telling(Move.of(e.machine()), details("machine_version", e.version()));
    }

    @Override
    public Telling levelled(Event.Levelled e) {
        return Telling.of(details("level", e.level()));
    }

    @Override
    public Telling paused(Event.Paused e) {
        return Telling.of(details("queue", e.queue(), "reason", e.reason()));
    }

    @Override
    public Telling resumed(Event.Resumed e) {
        return Telling.of(details("queue", e.queue()));
    }

    @Override
    public Telling scheduled(Event.Scheduled e) {
        return new Telling(Move.of(e.machine()), details("cron", e.cron(), "next_at", e.nextAt()));
    }

    @Override
    public Telling unscheduled(Event.Unscheduled e) {
        return Telling.of(null);
    }

    @Override
    public Telling fired(Event.Fired e) {
        return Telling.of(details("item_id", e.itemId(), "at", e.at(), "next_at", e.nextAt()));
    }

    /** Names and values in turn; what is absent is left out. */
    private static Map<String, Object> details(@Nullable Object... pairs) {
        Map<String, Object> details = new TreeMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            Object value = pairs[i + 1];
            if (value != null) {
                details.put(String.valueOf(pairs[i]), value);
            }
        }
        return details;
    }
}

package dev.odradek.statestore.projection;

import dev.odradek.statestore.core.KnownMachine;
import dev.odradek.statestore.item.Payload;
import dev.odradek.statestore.projection.Minute.Count;
import dev.odradek.topics.event.AxisState;
import dev.odradek.topics.event.Event;
import dev.odradek.topics.event.EventRecord;
import dev.odradek.topics.event.Why;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * What a run of facts of one partition makes of the read model.
 *
 * <p>Many moves of an item within the run become one change of its row; the history keeps each of them. Facts about an
 * item whose creation is no longer on record are only told in the history.
 */
public final class Fold {
    private final Known known;
    private final List<HistoryRow> history = new ArrayList<>();
    private final Map<ItemKey, ItemRow> created = new LinkedHashMap<>();
    private final Map<ItemKey, Touch> touched = new LinkedHashMap<>();
    private final Map<ItemKey, SortedMap<String, AxisRow>> axes = new LinkedHashMap<>();
    private final SortedMap<String, QueueChange> queues = new TreeMap<>();
    private final SortedMap<Minute.Key, Minute> minutes = new TreeMap<>();
    private final SortedMap<String, FailureSeen> failures = new TreeMap<>();
    private final List<Fact> machines = new ArrayList<>();

    private Fold(Known known) {
        this.known = known;
    }

    public static Fold of(Iterable<Fact> facts, Known known) {
        Fold fold = new Fold(known);
        facts.forEach(fold::apply);
        return fold;
    }

    private void apply(Fact fact) {
        EventRecord record = fact.record();
        history.add(HistoryRow.of(fact.offset(), record));
        Event event = record.event();
        if (event instanceof Event.Created creation) {
            created(fact, creation);
        } else if (event instanceof Event.Moved moved) {
            moved(fact, moved);
        } else if (event instanceof Event.Rescheduled later) {
            rescheduled(fact, later);
        } else if (event instanceof Event.Patched patched) {
            patched(fact, patched);
        } else if (event instanceof Event.Paused paused) {
            queue(record.tenant(), paused.queue()).pause(true, paused.reason(), fact.offset());
        } else if (event instanceof Event.Resumed resumed) {
            queue(record.tenant(), resumed.queue()).pause(false, null, fact.offset());
        } else if (event instanceof Event.Defined defined) {
            machines.add(fact);
            // Its queues are there from here on, empty as they are.
            new KnownMachine(defined.definition())
                    .machine()
                    .claims()
                    .forEach(rule -> queue(record.tenant(), rule.queue()).seen(fact.offset()));
        }
    }

    private void created(Fact fact, Event.Created creation) {
        ItemKey key = key(fact);
        long at = fact.record().ts();
        created.put(
                key,
                new ItemRow(
                        key,
                        creation.machine(),
                        creation.version(),
                        creation.partitionKey(),
                        creation.parent(),
                        creation.payload(),
                        1,
                        at,
                        at,
                        fact.offset()));
        creation.axes()
                .forEach((axis, state) -> place(
                        null,
                        new AxisRow(key, axis, creation.machine(), state, null, at, at, fact.offset()),
                        at,
                        null));
    }

    private void moved(Fact fact, Event.Moved moved) {
        AxisRow before = axis(key(fact), moved.axis());
        if (before == null) {
            return;
        }
        String error = moved.error();
        AxisState next = new AxisState(
                moved.to(),
                moved.last(),
                moved.epoch(),
                moved.attempts(),
                moved.wakeup(),
                moved.lease(),
                error == null ? before.state().lastError() : error,
                fact.record().commandId());
        // An operator's reason for a cancellation is no failure.
        boolean isFailure = counted(moved.why()) == Count.FAILED || counted(moved.why()) == Count.EXPIRED;
        ErrorPattern kind = error == null || !isFailure ? null : ErrorPattern.of(error);
        String failure = kind == null ? null : kind.failure();
        Place offer = before.place();
        if (moved.through() != null && offer.queue() != null) {
            count(fact.record().tenant(), offer.queue(), fact.record().ts(), Count.CLAIMED);
        }
        place(
                before,
                before.moved(next, failure, fact.record().ts(), fact.offset()),
                fact.record().ts(),
                moved.why());
        touch(fact);
        if (kind != null && error != null) {
            failed(fact, moved, kind, error);
        }
    }

    private void rescheduled(Fact fact, Event.Rescheduled later) {
        AxisRow before = axis(key(fact), later.axis());
        if (before != null) {
            AxisState next = before.state().rescheduled(later.epoch(), later.wakeup());
            long at = fact.record().ts();
            place(before, before.rescheduled(next, at, fact.offset()), at, null);
            touch(fact);
        }
    }

    private void patched(Fact fact, Event.Patched patched) {
        ItemKey key = key(fact);
        ItemRow fresh = created.get(key);
        if (fresh != null) {
            created.put(key, fresh.patched(patched(fresh.payload(), patched), patched.payloadVersion()));
            touch(fact);
            return;
        }
        Touch earlier = touched.get(key);
        JsonNode payload = earlier != null && earlier.payload() != null ? earlier.payload() : known.payload(key);
        if (payload != null) {
            touch(fact);
            touched.computeIfPresent(
                    key, (k, touch) -> touch.patched(patched(payload, patched), patched.payloadVersion()));
        }
    }

    private static JsonNode patched(JsonNode payload, Event.Patched patched) {
        return new Payload(payload).patched(patched.patch()).body();
    }

    private void touch(Fact fact) {
        ItemKey key = key(fact);
        long at = fact.record().ts();
        if (created.computeIfPresent(key, (k, row) -> row.touched(at, fact.offset())) == null) {
            Touch earlier = touched.get(key);
            touched.put(
                    key,
                    earlier == null ? new Touch(key, null, null, at, fact.offset()) : earlier.again(at, fact.offset()));
        }
    }

    private void place(@Nullable AxisRow before, AxisRow after, long at, @Nullable Why why) {
        axes.computeIfAbsent(after.item(), k -> new TreeMap<>()).put(after.axis(), after);
        String tenant = after.item().tenant();
        Place from = before == null ? null : before.place();
        Place to = after.place();
        if (from != null && from.queue() != null) {
            queue(tenant, from.queue()).add(from.phase(), -1, after.version());
        }
        if (to.queue() != null) {
            queue(tenant, to.queue()).add(to.phase(), 1, after.version());
            if (to.phase() == Place.Phase.DISPATCHED && (why != null || !to.equals(from))) {
                count(tenant, to.queue(), at, Count.OFFERED);
            }
        }
        Count happened = why == null ? null : counted(why);
        String queue = from != null && from.queue() != null ? from.queue() : to.queue();
        if (happened != null && queue != null) {
            count(tenant, queue, at, happened);
        }
    }

    private static @Nullable Count counted(Why why) {
        return switch (why) {
            case CLAIMED -> Count.CLAIMED;
            case COMPLETED -> Count.COMPLETED;
            case FAILED, RETRIED, EXHAUSTED -> Count.FAILED;
            case EXPIRED -> Count.EXPIRED;
            case RELEASED, TRANSITIONED, CANCELLED, REQUEUED -> null;
        };
    }

    private void count(String tenant, String queue, long at, Count count) {
        minutes.computeIfAbsent(Minute.Key.at(tenant, queue, at), Minute::new).add(count);
    }

    private void failed(Fact fact, Event.Moved moved, ErrorPattern kind, String error) {
        EventRecord record = fact.record();
        failures.merge(
                String.join("\n", record.tenant(), kind.failure(), moved.machine(), moved.axis()),
                new FailureSeen(
                        record.tenant(),
                        moved.machine(),
                        moved.axis(),
                        kind,
                        error,
                        record.entityId(),
                        1,
                        record.ts(),
                        record.ts(),
                        fact.offset()),
                FailureSeen::and);
    }

    private @Nullable AxisRow axis(ItemKey item, String axis) {
        SortedMap<String, AxisRow> here = axes.get(item);
        AxisRow row = here == null ? null : here.get(axis);
        return row != null ? row : known.axis(item, axis);
    }

    private QueueChange queue(String tenant, String queue) {
        return queues.computeIfAbsent(tenant + "\n" + queue, k -> new QueueChange(tenant, queue));
    }

    private static ItemKey key(Fact fact) {
        return new ItemKey(fact.record().tenant(), fact.record().entityId());
    }

    public List<HistoryRow> history() {
        return history;
    }

    public Collection<ItemRow> created() {
        return created.values();
    }

    public Collection<Touch> touched() {
        return touched.values();
    }

    public List<AxisRow> axes() {
        return axes.values().stream().flatMap(each -> each.values().stream()).toList();
    }

    public Collection<QueueChange> queues() {
        return queues.values();
    }

    public Collection<Minute> minutes() {
        return minutes.values();
    }

    public Collection<FailureSeen> failures() {
        return failures.values();
    }

    /** The facts by which machines became known. */
    public List<Fact> machines() {
        return machines;
    }
}

package dev.odradek.statestore.item;

import static java.util.Objects.requireNonNull;

import dev.odradek.statestore.core.History;
import dev.odradek.statestore.core.KnownMachine;
import dev.odradek.statestore.core.Rows;
import dev.odradek.topics.event.AxisState;
import dev.odradek.topics.event.Event;
import dev.odradek.topics.event.EventRecord;
import dev.odradek.topics.event.Wakeup;
import dev.odradek.topics.event.Why;
import dev.odradek.topics.machine.Machine;
import dev.odradek.topics.route.Ids;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Rebuilds items, payloads and queues from their facts. */
public final class ItemHistory implements History {
    /** The moves that no epoch fences, as a completion that keeps its claim is: their commands are remembered. */
    private static final Set<Why> REMEMBERED = EnumSet.of(Why.TRANSITIONED, Why.CANCELLED, Why.REQUEUED);

    @Override
    public void evolve(Rows rows, EventRecord fact) {
        Event event = fact.event();
        if (event instanceof Event.Created created) {
            created(rows, fact, created);
        } else if (event instanceof Event.Moved moved) {
            moved(rows, fact, moved);
        } else if (event instanceof Event.Rescheduled rescheduled) {
            Item item = item(rows, fact);
            AxisState before = requireNonNull(item.axes().get(rescheduled.axis()));
            AxisState after = before.rescheduled(rescheduled.epoch(), rescheduled.wakeup());
            place(rows, fact, item, rescheduled.axis(), before, after);
        } else if (event instanceof Event.Patched patched) {
            patched(rows, fact, patched);
        } else if (event instanceof Event.Paused paused) {
            Queue queue = Queue.of(rows, fact.tenant(), paused.queue());
            rows.put(Queue.key(fact.tenant(), paused.queue()), queue.pausedFor(paused.reason(), fact.commandId()));
        } else if (event instanceof Event.Resumed resumed) {
            Queue queue = Queue.of(rows, fact.tenant(), resumed.queue());
            rows.put(Queue.key(fact.tenant(), resumed.queue()), queue.resumed(fact.commandId()));
        }
    }

    /** What tells a repeated create from a conflicting one. */
    static String origin(String machine, String payload) {
        return Ids.derived(machine, payload);
    }

    private static void created(Rows rows, EventRecord fact, Event.Created created) {
        String payload = created.payload().toString();
        boolean small = Payload.isSmall(payload);
        Item item = new Item(
                fact.entityId(),
                created.machine(),
                created.version(),
                created.partitionKey(),
                created.parent(),
                origin(created.machine(), payload),
                fact.ts(),
                fact.ts(),
                1,
                small ? created.payload() : null,
                created.axes(),
                List.of());
        rows.put(Item.key(fact.tenant(), item.id()), item);
        if (!small) {
            rows.put(Payload.key(fact.tenant(), item.id()), new Payload(created.payload()));
        }
        for (Map.Entry<String, AxisState> axis : created.axes().entrySet()) {
            queues(rows, fact.tenant(), item, axis.getKey(), null, axis.getValue());
        }
    }

    private static void moved(Rows rows, EventRecord fact, Event.Moved moved) {
        Item item = item(rows, fact);
        AxisState before = requireNonNull(item.axes().get(moved.axis()));
        AxisState after = new AxisState(
                moved.to(),
                moved.last(),
                moved.epoch(),
                moved.attempts(),
                moved.wakeup(),
                moved.lease(),
                moved.error() == null ? before.lastError() : moved.error(),
                fact.commandId());
        boolean kept = moved.why() == Why.COMPLETED && moved.lease() != null;
        Item known = kept || REMEMBERED.contains(moved.why()) ? item.remembering(fact.commandId()) : item;
        place(rows, fact, known, moved.axis(), before, after);
    }

    private static void patched(Rows rows, EventRecord fact, Event.Patched patched) {
        Item item = item(rows, fact);
        Payload payload = Payload.of(rows, fact.tenant(), item).patched(patched.patch());
        boolean small = Payload.isSmall(payload.body().toString());
        if (!small) {
            rows.put(Payload.key(fact.tenant(), item.id()), payload);
        } else if (item.payload() == null) {
            rows.delete(Payload.key(fact.tenant(), item.id()));
        }
        Item next = item.withPayload(small ? payload.body() : null, patched.payloadVersion(), fact.ts());
        rows.put(Item.key(fact.tenant(), item.id()), next.remembering(fact.commandId()));
    }

    private static void place(Rows rows, EventRecord fact, Item item, String axis, AxisState before, AxisState after) {
        rows.put(Item.key(fact.tenant(), item.id()), item.withAxis(axis, after, fact.ts()));
        queues(rows, fact.tenant(), item, axis, before, after);
    }

    /** Keeps the waiting lines and the in-flight sets of queues in step with the axes that stand in them. */
    private static void queues(
            Rows rows, String tenant, Item item, String axis, @Nullable AxisState before, AxisState after) {
        if (before != null && before.wakeup() instanceof Wakeup.Withheld left) {
            leaveLine(rows, tenant, left);
        }
        if (after.wakeup() instanceof Wakeup.Withheld joined) {
            rows.put(Waiting.key(tenant, joined.queue(), joined.seq()), new Waiting(item.id(), axis));
            Queue queue = Queue.of(rows, tenant, joined.queue());
            rows.put(Queue.key(tenant, joined.queue()), queue.withLine(queue.head(), joined.seq() + 1));
        }
        String from = before == null ? null : inFlight(rows, tenant, item, axis, before);
        String to = inFlight(rows, tenant, item, axis, after);
        String place = item.id() + "/" + axis;
        if (from != null && !from.equals(to)) {
            rows.put(Queue.key(tenant, from), Queue.of(rows, tenant, from).landed(place));
        }
        if (to != null && !to.equals(from)) {
            rows.put(Queue.key(tenant, to), Queue.of(rows, tenant, to).flying(place));
        }
    }

    /** The head always names somebody who waits: those who left from the middle are passed over once. */
    private static void leaveLine(Rows rows, String tenant, Wakeup.Withheld left) {
        rows.delete(Waiting.key(tenant, left.queue(), left.seq()));
        Queue queue = Queue.of(rows, tenant, left.queue());
        long head = queue.head();
        while (head < queue.tail() && rows.get(Waiting.key(tenant, left.queue(), head)) == null) {
            head++;
        }
        if (head != queue.head()) {
            rows.put(Queue.key(tenant, left.queue()), queue.withLine(head, queue.tail()));
        }
    }

    /** The limited queue in which the axis is dispatched or held. */
    private static @Nullable String inFlight(Rows rows, String tenant, Item item, String axis, AxisState at) {
        String queue = at.lease() != null
                ? at.lease().queue()
                : at.wakeup() instanceof Wakeup.Dispatched offered ? offered.queue() : null;
        if (queue == null) {
            return null;
        }
        Machine machine = requireNonNull(rows.get(KnownMachine.key(tenant, item.machine(), item.version())))
                .machine();
        boolean limited = requireNonNull(machine.axes().get(axis))
                .claimOn(queue)
                .map(rule -> rule.maxInFlight() > 0)
                .orElse(false);
        return limited ? queue : null;
    }

    private static Item item(Rows rows, EventRecord fact) {
        return requireNonNull(
                rows.get(Item.key(fact.tenant(), fact.entityId())), "a fact about an item that is not there");
    }
}

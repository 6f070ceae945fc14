package dev.odradek.topics.event;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.odradek.topics.command.CommandRecord;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** A fact. Nothing changes state without one. */
@JsonTypeInfo(use = JsonTypeInfo.Id.SIMPLE_NAME, property = "type")
public sealed interface Event {

    <R> R match(Cases<R> cases);

    /** An item came to be, each axis in its initial state. */
    record Created(
            String machine,
            int version,
            String partitionKey,
            @Nullable String parent,
            JsonNode payload,
            SortedMap<String, AxisState> axes)
            implements Event {
        public Created {
            requireNonNull(machine, "machine");
            requireNonNull(partitionKey, "partition_key");
            requireNonNull(payload, "payload");
            requireNonNull(axes, "axes");
            axes = Collections.unmodifiableSortedMap(new TreeMap<>(axes));
        }

        @Override
        public <R> R match(Cases<R> cases) {
            return cases.created(this);
        }
    }

    /**
     * An axis moved along an edge: the one shape of every accepted transition.
     *
     * @param through the state in which a worker had it, if its claim and what followed are this one fact
     * @param attempt the attempt that this move belongs to
     * @param attempts how many attempts count from here on
     */
    record Moved(
            String machine,
            String axis,
            String from,
            @Nullable String through,
            String to,
            Why why,
            long epoch,
            int attempt,
            int attempts,
            @Nullable String holder,
            @Nullable Lease lease,
            Wakeup wakeup,
            @Nullable String error)
            implements Event {
        public Moved {
            requireNonNull(machine, "machine");
            requireNonNull(axis, "axis");
            requireNonNull(from, "from");
            requireNonNull(to, "to");
            requireNonNull(why, "why");
            requireNonNull(wakeup, "wakeup");
        }

        /** The state it was in last before it came to where it is. */
        public String last() {
            return through == null ? from : through;
        }

        @Override
        public <R> R match(Cases<R> cases) {
            return cases.moved(this);
        }
    }

    /** An axis stays where it is, but will move for another reason than before. */
    record Rescheduled(String machine, String axis, long epoch, Wakeup wakeup) implements Event {
        public Rescheduled {
            requireNonNull(machine, "machine");
            requireNonNull(axis, "axis");
            requireNonNull(wakeup, "wakeup");
        }

        @Override
        public <R> R match(Cases<R> cases) {
            return cases.rescheduled(this);
        }
    }

    /** The payload changed; {@code payloadVersion} is its new version. */
    record Patched(JsonNode patch, long payloadVersion) implements Event {
        public Patched {
            requireNonNull(patch, "patch");
        }

        @Override
        public <R> R match(Cases<R> cases) {
            return cases.patched(this);
        }
    }

    /** A create waits for a machine version this partition has not heard of yet. */
    record Parked(CommandRecord command, long seq) implements Event {
        public Parked {
            requireNonNull(command, "command");
        }

        @Override
        public <R> R match(Cases<R> cases) {
            return cases.parked(this);
        }
    }

    /** A command changed nothing. */
    record Refused(String command, Refusal reason, String message) implements Event {
        public Refused {
            requireNonNull(command, "command");
            requireNonNull(reason, "reason");
            message = message == null ? "" : message;
        }

        @Override
        public <R> R match(Cases<R> cases) {
            return cases.refused(this);
        }
    }

    /** A record that could not be read or decided lies in the dead letters. */
    record DeadLettered(String reason) implements Event {
        public DeadLettered {
            requireNonNull(reason, "reason");
        }

        @Override
        public <R> R match(Cases<R> cases) {
            return cases.deadLettered(this);
        }
    }

    /** This partition knows a machine's version from here on. */
    record Defined(String machine, int version, JsonNode definition) implements Event {
        public Defined {
            requireNonNull(machine, "machine");
            requireNonNull(definition, "definition");
        }

        @Override
        public <R> R match(Cases<R> cases) {
            return cases.defined(this);
        }
    }

    /** This partition decides as {@code level} does from here on. */
    record Levelled(int level) implements Event {
        @Override
        public <R> R match(Cases<R> cases) {
            return cases.levelled(this);
        }
    }

    /** A queue offers nothing more in this partition. */
    record Paused(String queue, @Nullable String reason) implements Event {
        public Paused {
            requireNonNull(queue, "queue");
        }

        @Override
        public <R> R match(Cases<R> cases) {
            return cases.paused(this);
        }
    }

    /** A queue offers again in this partition. */
    record Resumed(String queue) implements Event {
        public Resumed {
            requireNonNull(queue, "queue");
        }

        @Override
        public <R> R match(Cases<R> cases) {
            return cases.resumed(this);
        }
    }

    /** A schedule stands as it says, in place of any of that name before it. */
    record Scheduled(
            String name,
            String cron,
            String machine,
            JsonNode payload,
            @Nullable String partitionKey,
            long nextAt) implements Event {
        public Scheduled {
            requireNonNull(name, "name");
            requireNonNull(cron, "cron");
            requireNonNull(machine, "machine");
            requireNonNull(payload, "payload");
        }

        @Override
        public <R> R match(Cases<R> cases) {
            return cases.scheduled(this);
        }
    }

    /** A schedule is gone. */
    record Unscheduled(String name) implements Event {
        public Unscheduled {
            requireNonNull(name, "name");
        }

        @Override
        public <R> R match(Cases<R> cases) {
            return cases.unscheduled(this);
        }
    }

    /**
     * A schedule's time came and an item was created for it.
     *
     * @param at the time it was waiting for
     * @param nextAt the time it waits for now
     */
    record Fired(String name, long at, String itemId, long nextAt) implements Event {
        public Fired {
            requireNonNull(name, "name");
            requireNonNull(itemId, "item_id");
        }

        @Override
        public <R> R match(Cases<R> cases) {
            return cases.fired(this);
        }
    }

    /** One method per event: adding an event breaks the build until every reader answers it. */
    interface Cases<R> {
        R created(Created e);

        R moved(Moved e);

        R rescheduled(Rescheduled e);

        R patched(Patched e);

        R parked(Parked e);

        R refused(Refused e);

        R deadLettered(DeadLettered e);

        R defined(Defined e);

        R levelled(Levelled e);

        R paused(Paused e);

        R resumed(Resumed e);

        R scheduled(Scheduled e);

        R unscheduled(Unscheduled e);

        R fired(Fired e);
    }
}

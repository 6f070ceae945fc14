package dev.odradek.topics.event;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.odradek.topics.command.Asker;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A sign of life. */
@JsonTypeInfo(use = JsonTypeInfo.Id.SIMPLE_NAME, property = "type")
public sealed interface Heartbeat {

    <R> R match(Cases<R> cases);

    /**
     * A worker is there, in this incarnation, and still works on these.
     *
     * @param silenceMs how long it may be silent before it is taken for gone; absent: the reaper's own patience
     * @param role what kind of worker it is, for whoever looks at it
     */
    record Presence(
            String worker,
            String incarnation,
            List<Held> held,
            @Nullable Long silenceMs,
            @Nullable String role) implements Heartbeat {
        public Presence(String worker, String incarnation, List<Held> held) {
            this(worker, incarnation, held, null, null);
        }

        public Presence {
            requireNonNull(worker, "worker");
            requireNonNull(incarnation, "incarnation");
            held = held == null ? List.of() : List.copyOf(held);
        }

        @Override
        public <R> R match(Cases<R> cases) {
            return cases.presence(this);
        }
    }

    /** The topic itself is alive: silence counts only while these arrive. */
    record Canary(String writer, long seq) implements Heartbeat {
        public Canary {
            requireNonNull(writer, "writer");
        }

        @Override
        public <R> R match(Cases<R> cases) {
            return cases.canary(this);
        }
    }

    /** Somebody wants everything that is due to be sent now, and to hear how many leases that were. */
    record Sweep(String id, Asker asker) implements Heartbeat {
        public Sweep {
            requireNonNull(id, "id");
            requireNonNull(asker, "asker");
        }

        @Override
        public <R> R match(Cases<R> cases) {
            return cases.sweep(this);
        }
    }

    /** One lease a worker still works under, and how far it is. */
    record Held(
            String itemId,
            String axis,
            long epoch,
            @Nullable Double progress,
            @Nullable String note) {
        public Held {
            requireNonNull(itemId, "item_id");
            requireNonNull(axis, "axis");
        }
    }

    /** One method per heartbeat. */
    interface Cases<R> {
        R presence(Presence h);

        R canary(Canary h);

        R sweep(Sweep h);
    }
}

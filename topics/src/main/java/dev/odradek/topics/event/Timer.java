package dev.odradek.topics.event;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.odradek.topics.command.CommandRecord;
import org.jspecify.annotations.Nullable;

/** A command that comes back later. */
@JsonTypeInfo(use = JsonTypeInfo.Id.SIMPLE_NAME, property = "type")
public sealed interface Timer {

    CommandRecord command();

    <R> R match(Cases<R> cases);

    /**
     * Due when a holder's lease runs out: a duration, started when the timer is read.
     *
     * @param incarnation whose silence ends the lease before its time; absent: nobody's
     */
    record LeaseTimer(String holder, @Nullable String incarnation, long durationMs, CommandRecord command)
            implements Timer {
        public LeaseTimer {
            requireNonNull(holder, "holder");
            requireNonNull(command, "command");
        }

        @Override
        public <R> R match(Cases<R> cases) {
            return cases.lease(this);
        }
    }

    /** Due at a time of the partition's clock. */
    record DueTimer(long dueAt, CommandRecord command) implements Timer {
        public DueTimer {
            requireNonNull(command, "command");
        }

        @Override
        public <R> R match(Cases<R> cases) {
            return cases.due(this);
        }
    }

    /** Due now: a command for another partition. */
    record Send(int partition, CommandRecord command) implements Timer {
        public Send {
            requireNonNull(command, "command");
        }

        @Override
        public <R> R match(Cases<R> cases) {
            return cases.send(this);
        }
    }

    /** One method per timer. */
    interface Cases<R> {
        R lease(LeaseTimer t);

        R due(DueTimer t);

        R send(Send t);
    }
}

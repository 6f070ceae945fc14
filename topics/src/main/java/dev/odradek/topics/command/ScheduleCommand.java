package dev.odradek.topics.command;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** A wish about one schedule; it belongs to the partition of the schedule's {@link #key()}. */
public sealed interface ScheduleCommand extends Command {

    String name();

    <R> R match(Cases<R> cases);

    /** What decides the partition of everything about this schedule. */
    default String key() {
        return "schedule/" + name();
    }

    /**
     * From here on an item is created whenever the cron expression fires; it replaces a schedule of the same name.
     *
     * @param cron five fields, in UTC
     * @param partitionKey of the items it creates; absent, each has its own id
     */
    record PutSchedule(
            String name,
            String cron,
            String machine,
            JsonNode payload,
            @Nullable String partitionKey) implements ScheduleCommand {
        public PutSchedule {
            requireNonNull(name, "name");
            requireNonNull(cron, "cron");
            requireNonNull(machine, "machine");
            payload = payload == null ? JsonNodeFactory.instance.objectNode() : payload;
        }

        @Override
        public <R> R match(Cases<R> cases) {
            return cases.putSchedule(this);
        }
    }

    /** The schedule fires no more; the items it has created go on. */
    record DropSchedule(String name) implements ScheduleCommand {
        public DropSchedule {
            requireNonNull(name, "name");
        }

        @Override
        public <R> R match(Cases<R> cases) {
            return cases.dropSchedule(this);
        }
    }

    /** The time has come that the schedule was waiting for. */
    record FireSchedule(String name, long at) implements ScheduleCommand {
        public FireSchedule {
            requireNonNull(name, "name");
        }

        @Override
        public <R> R match(Cases<R> cases) {
            return cases.fireSchedule(this);
        }
    }

    /** One method per command. */
    interface Cases<R> {
        R putSchedule(PutSchedule c);

        R dropSchedule(DropSchedule c);

        R fireSchedule(FireSchedule c);
    }
}

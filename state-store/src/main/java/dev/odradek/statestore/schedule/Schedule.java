package dev.odradek.statestore.schedule;

import dev.odradek.statestore.core.Key;
import dev.odradek.statestore.item.Payload;
import dev.odradek.topics.command.ScheduleCommand.PutSchedule;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A schedule as the facts so far have left it; what its items carry lies in a row of its own, as theirs does.
 *
 * @param nextAt the one time it waits for, and its timer with it
 */
public record Schedule(
        String name, String cron, String machine, @Nullable String partitionKey, long nextAt) {

    public static String prefix(String tenant) {
        return "schedule/" + tenant + "/";
    }

    public static Key<Schedule> key(String tenant, String name) {
        return new Key<>(prefix(tenant) + name, Schedule.class);
    }

    static Key<Payload> payload(String tenant, String name) {
        return new Key<>("schedule-payload/" + tenant + "/" + name, Payload.class);
    }

    /** Its place among the timers; an item's ends with the name of an axis, so that no item can have the same. */
    public static String slot(String name) {
        return "schedule/" + name + "/";
    }

    Schedule waitingFor(long next) {
        return new Schedule(name, cron, machine, partitionKey, next);
    }

    /** Whether a wish asks for what is there. */
    boolean isAsWished(PutSchedule c) {
        return cron.equals(c.cron()) && machine.equals(c.machine()) && Objects.equals(partitionKey, c.partitionKey());
    }
}

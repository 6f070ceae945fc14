package dev.odradek.reaper.deadline;

import dev.odradek.topics.command.ItemCommand.Expire;
import dev.odradek.topics.event.Timer;
import dev.odradek.topics.event.TimerRecord;
import org.jspecify.annotations.Nullable;

/**
 * A timer in its slot.
 *
 * @param index when to look at it next; what it is found by, never earlier than it may be due
 * @param start when its lease began to run
 * @param tries how often its command has been sent without changing anything
 */
public record Armed(long index, long start, int tries, TimerRecord record) {

    public Timer timer() {
        return record.timer();
    }

    /** Whose silence makes it due. */
    public @Nullable String incarnation() {
        return timer() instanceof Timer.LeaseTimer lease ? lease.incarnation() : null;
    }

    /** The epoch that a heartbeat must name to renew it; none but a lease can be renewed. */
    long epoch() {
        return timer().command().command() instanceof Expire expire ? expire.epoch() : -1;
    }

    Armed at(long nextIndex, int nextTries) {
        return new Armed(nextIndex, start, nextTries, record);
    }
}

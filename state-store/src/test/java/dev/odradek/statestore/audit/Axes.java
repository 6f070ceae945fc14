package dev.odradek.statestore.audit;

import dev.odradek.topics.command.Command;
import dev.odradek.topics.command.CommandRecord;
import dev.odradek.topics.event.AxisState;
import dev.odradek.topics.event.Lease;
import dev.odradek.topics.event.Timer;
import dev.odradek.topics.event.Wakeup;

/** Axes and timers for the tests. */
public final class Axes {
    private Axes() {}

    public static AxisState in(String state, Wakeup wakeup) {
        Lease lease = wakeup instanceof Wakeup.Leased ? new Lease("w1", "claim", "send", 1_000, 2_000, null) : null;
        return new AxisState(state, null, 3, 1, wakeup, lease, null, null);
    }

    static Standing standing(String state, Wakeup wakeup, Around around) {
        return new Standing("acme", "i", "status", in(state, wakeup), around);
    }

    public static Alarm due(long at, Command command) {
        return new Alarm(new Timer.DueTimer(at, record(command)), at, 4_000);
    }

    public static Alarm lease(String holder, String incarnation, Command command, long dueAt) {
        return new Alarm(new Timer.LeaseTimer(holder, incarnation, 2_000, record(command)), dueAt, 4_000);
    }

    static CommandRecord record(Command command) {
        return CommandRecord.of("acme", "c", "i", command);
    }
}

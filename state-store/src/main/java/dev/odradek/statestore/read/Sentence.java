package dev.odradek.statestore.read;

import dev.odradek.statestore.audit.Alarm;
import dev.odradek.topics.event.AxisState;
import dev.odradek.topics.event.Lane;
import dev.odradek.topics.event.Lease;
import dev.odradek.topics.event.Timer;
import dev.odradek.topics.event.Wakeup;
import java.time.Instant;

/** Why an axis will move next, or why it will not, in one sentence. */
record Sentence(AxisState axis, Behind behind, boolean queuePaused, long now) implements Wakeup.Cases<String> {

    @Override
    public String dispatched(Wakeup.Dispatched w) {
        String lane = w.lane() == Lane.AGAIN ? " (again, after " + axis.attempts() + " attempts)" : "";
        String waits = "waits in " + axis.state() + " for a worker of queue " + w.queue() + lane;
        return w.hasTimer()
                ? waits + "; its redispatch is due at " + at(w.redispatchAt()) + timer()
                : waits + "; should its dispatch be lost, a patrol has it offered again after " + at(w.redispatchAt());
    }

    @Override
    public String leased(Wakeup.Leased w) {
        Lease lease = axis.lease();
        if (lease == null) {
            return "is held in " + axis.state();
        }
        String held = "is being worked on in " + axis.state() + " by " + lease.holder() + " since "
                + at(lease.claimedAt()) + ", attempt " + axis.attempts();
        if (behind instanceof Behind.Armed armed) {
            return armed.alarm().dueAt() < now
                    ? ranOut(lease, armed.alarm().dueAt()) + "; it is being taken back"
                    : held + timer() + ", later if it is renewed" + silence(armed.alarm());
        }
        return behind instanceof Behind.Unknown && lease.expiresAt() < now
                ? ranOut(lease, lease.expiresAt()) + "; if that worker is gone, expire the item to offer it again"
                : held + ", leased until " + at(lease.expiresAt()) + timer();
    }

    @Override
    public String backoff(Wakeup.Backoff w) {
        return "failed and is tried again on queue " + w.queue() + " at " + at(w.dueAt()) + timer()
                + (axis.lastError() == null ? "" : "; last error: " + axis.lastError());
    }

    @Override
    public String delay(Wakeup.Delay w) {
        return "starts on queue " + w.queue() + " at " + at(w.dueAt()) + timer();
    }

    @Override
    public String withheld(Wakeup.Withheld w) {
        return queuePaused
                ? "waits because queue " + w.queue() + " is paused; resume it to go on"
                : "waits in line because queue " + w.queue() + " has as many in flight as it may";
    }

    @Override
    public String outside(Wakeup.Outside w) {
        return "waits in " + axis.state() + " for somebody to move it along one of its edges";
    }

    @Override
    public String ended(Wakeup.Ended w) {
        return "has ended as " + axis.state() + (axis.lastError() == null ? "" : "; last error: " + axis.lastError());
    }

    private String ranOut(Lease lease, long when) {
        return "is held in " + axis.state() + " by " + lease.holder() + ", whose lease ran out at " + at(when);
    }

    private String timer() {
        if (behind instanceof Behind.Armed armed) {
            return "; its timer is armed for " + at(armed.alarm().dueAt());
        }
        return behind instanceof Behind.Nothing ? "; its timer has not reached the reaper-job" : "";
    }

    /** Only a holder that says it is there can be silent. */
    private static String silence(Alarm alarm) {
        if (!(alarm.timer() instanceof Timer.LeaseTimer lease) || lease.incarnation() == null) {
            return "";
        }
        long ms = alarm.silenceMs();
        return "; " + (ms % 1_000 == 0 ? ms / 1_000 + " s" : ms + " ms") + " of its holder's silence end it before";
    }

    private static Instant at(long millis) {
        return Instant.ofEpochMilli(millis);
    }
}

package dev.odradek.statestore.read;

import dev.odradek.topics.event.AxisState;
import dev.odradek.topics.event.Lane;
import dev.odradek.topics.event.Lease;
import dev.odradek.topics.event.Wakeup;
import java.time.Instant;

/** Why an axis will move next, or why it will not, in one sentence. */
record Sentence(AxisState axis, boolean queuePaused, long now) implements Wakeup.Cases<String> {

    @Override
    public String dispatched(Wakeup.Dispatched w) {
        String lane = w.lane() == Lane.AGAIN ? " (again, after " + axis.attempts() + " attempts)" : "";
        return "waits in " + axis.state() + " for a worker of queue " + w.queue() + lane + "; its redispatch is due at "
                + at(w.redispatchAt());
    }

    @Override
    public String leased(Wakeup.Leased w) {
        Lease lease = axis.lease();
        if (lease != null && lease.expiresAt() < now) {
            return "is held in " + axis.state() + " by " + lease.holder() + ", whose lease ran out at "
                    + at(lease.expiresAt()) + "; if that worker is gone, expire the item to offer it again";
        }
        return lease == null
                ? "is held in " + axis.state()
                : "is being worked on in " + axis.state() + " by " + lease.holder() + " since " + at(lease.claimedAt())
                        + ", attempt " + axis.attempts() + ", leased until " + at(lease.expiresAt());
    }

    @Override
    public String backoff(Wakeup.Backoff w) {
        return "failed and is tried again on queue " + w.queue() + " at " + at(w.dueAt())
                + (axis.lastError() == null ? "" : "; last error: " + axis.lastError());
    }

    @Override
    public String delay(Wakeup.Delay w) {
        return "starts on queue " + w.queue() + " at " + at(w.dueAt());
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

    private static Instant at(long millis) {
        return Instant.ofEpochMilli(millis);
    }
}

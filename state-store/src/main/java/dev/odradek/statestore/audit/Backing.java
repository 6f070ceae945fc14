package dev.odradek.statestore.audit;

import dev.odradek.statestore.item.Waiting;
import dev.odradek.topics.command.Command;
import dev.odradek.topics.command.ItemCommand.Expire;
import dev.odradek.topics.command.ItemCommand.Redispatch;
import dev.odradek.topics.command.ItemCommand.Wake;
import dev.odradek.topics.event.Lease;
import dev.odradek.topics.event.Timer;
import dev.odradek.topics.event.Wakeup;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Finds the record or timer that must stand behind the reason an axis gives, or says what is there instead. */
public final class Backing implements Wakeup.Cases<Optional<Finding>> {
    private final Standing at;
    private final @Nullable Timer timer;

    private Backing(Standing at, @Nullable Alarm alarm) {
        this.at = at;
        this.timer = alarm == null ? null : alarm.timer();
    }

    /** What is amiss with an axis; {@code alarm} is what lies in its slot. */
    public static Optional<Finding> missing(Standing at, @Nullable Alarm alarm) {
        return at.state().wakeup().match(new Backing(at, alarm));
    }

    @Override
    public Optional<Finding> dispatched(Wakeup.Dispatched w) {
        if (!w.hasTimer()) {
            return at.around().overlooked()
                    ? finding(
                            "a worker of queue " + w.queue() + ", or a patrol that comes by after "
                                    + Instant.ofEpochMilli(w.redispatchAt()),
                            "none for half a day")
                    : Optional.empty();
        }
        long epoch = w.timerOf(epoch());
        String reason = "a worker of queue " + w.queue() + ", or its redispatch in epoch " + epoch + " at "
                + Instant.ofEpochMilli(w.redispatchAt());
        return timer(isDue(w.redispatchAt(), new Redispatch(at.itemId(), at.axis(), epoch)), reason);
    }

    @Override
    public Optional<Finding> leased(Wakeup.Leased w) {
        Lease lease = at.state().lease();
        if (lease == null) {
            return finding("its holder in epoch " + epoch(), "no lease");
        }
        boolean real = timer instanceof Timer.LeaseTimer held
                && held.holder().equals(lease.holder())
                && held.command().command().equals(new Expire(at.itemId(), at.axis(), epoch()));
        return timer(real, "worker " + lease.holder() + ", or the end of its lease in epoch " + epoch());
    }

    @Override
    public Optional<Finding> backoff(Wakeup.Backoff w) {
        return wakes(w.dueAt(), "its next try");
    }

    @Override
    public Optional<Finding> delay(Wakeup.Delay w) {
        return wakes(w.dueAt(), "its start");
    }

    @Override
    public Optional<Finding> withheld(Wakeup.Withheld w) {
        String reason = "its turn at place " + w.seq() + " in the line of queue " + w.queue();
        Waiting place = at.around().place();
        if (place == null) {
            return finding(reason, "nobody at that place");
        }
        if (!place.equals(new Waiting(at.itemId(), at.axis()))) {
            return finding(reason, "item " + place.itemId() + ", axis " + place.axis() + " at that place");
        }
        return at.around().paused() || at.around().moving()
                ? Optional.empty()
                : finding(reason, "a line that nothing moves: the queue is open, and nothing of it is offered or held");
    }

    @Override
    public Optional<Finding> outside(Wakeup.Outside w) {
        return at.around().edge()
                ? Optional.empty()
                : finding(
                        "somebody to move it along one of its edges",
                        "no edge out of " + at.state().state());
    }

    @Override
    public Optional<Finding> ended(Wakeup.Ended w) {
        return Optional.empty();
    }

    private Optional<Finding> wakes(long dueAt, String what) {
        return timer(
                isDue(dueAt, new Wake(at.itemId(), at.axis(), epoch())),
                what + " in epoch " + epoch() + " at " + Instant.ofEpochMilli(dueAt));
    }

    private boolean isDue(long dueAt, Command command) {
        return timer instanceof Timer.DueTimer due
                && due.dueAt() == dueAt
                && due.command().command().equals(command);
    }

    private Optional<Finding> timer(boolean real, String reason) {
        return real ? Optional.empty() : finding(reason, timer == null ? "no timer" : timer.match(new Words()));
    }

    private Optional<Finding> finding(String reason, String found) {
        return Optional.of(
                new Finding(at.tenant(), at.itemId(), at.axis(), at.state().state(), reason, found));
    }

    private long epoch() {
        return at.state().epoch();
    }

    /** A timer that is not the one expected. */
    private static final class Words implements Timer.Cases<String> {
        @Override
        public String lease(Timer.LeaseTimer t) {
            return "a timer for the lease of " + t.holder() + " that sends " + words(t);
        }

        @Override
        public String due(Timer.DueTimer t) {
            return "a timer due at " + Instant.ofEpochMilli(t.dueAt()) + " that sends " + words(t);
        }

        @Override
        public String send(Timer.Send t) {
            return "a command on its way to partition " + t.partition() + ", " + words(t);
        }

        private static String words(Timer timer) {
            Command command = timer.command().command();
            if (command instanceof Redispatch c) {
                return words(c.type(), c.itemId(), c.axis(), c.epoch());
            }
            if (command instanceof Wake c) {
                return words(c.type(), c.itemId(), c.axis(), c.epoch());
            }
            return command instanceof Expire c ? words(c.type(), c.itemId(), c.axis(), c.epoch()) : command.type();
        }

        private static String words(String type, String item, String axis, long epoch) {
            return type + " of " + item + "/" + axis + " in epoch " + epoch;
        }
    }
}

package dev.odradek.reaper.deadline;

import dev.odradek.topics.event.Heartbeat;
import dev.odradek.topics.event.Timer;
import dev.odradek.topics.event.TimerRecord;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * Decides for one partition which deadlines have passed, and never takes the living for dead.
 *
 * <p>Leases and silence are judged only by canaries as they are read back from the topic of the heartbeats: whatever a
 * worker said before a canary has been heard by then. Everything else is due by the estimated time of the broker.
 */
public final class Reaper {
    private static final int BATCH = 256;
    /** How many leases may wait in memory for the canary that proves their end; the rest are looked for again. */
    private static final int MOST_UNPROVEN = 10_000;

    /** When a lease is looked for again whose end no canary has proved. */
    private static final long LOOK_AGAIN = 1_000;

    private static final long FORGET_AFTER = 60_000;
    private static final int MOST_DOUBLINGS = 6;

    private final Deadlines deadlines;
    private final Terms terms;
    private final ReaperRules rules;
    private final BrokerClock clock;
    private final RollCall roll;
    private final Renewals renewals;
    private final Deque<Sweeping> silent = new ArrayDeque<>();
    /** Leases whose time is over as far as is known: the next canary proves it or not. */
    private final Deque<String> unproven = new ArrayDeque<>();

    private final Deque<String> provable = new ArrayDeque<>();
    private long floor;
    private long next;
    private long cleanedAt;
    private boolean wantsCanary;

    /** What a silent incarnation held, and how far it has been taken back. */
    private record Sweeping(String incarnation, String after) {}

    /** Hears which commands are to be sent; {@code due} is when by the broker's clock, as far as it is known. */
    public interface Sender {
        void send(String slot, TimerRecord timer, long due);
    }

    public Reaper(Deadlines deadlines, Terms terms, ReaperRules rules) {
        this.deadlines = deadlines;
        this.terms = terms;
        this.rules = rules;
        this.clock = new BrokerClock(terms, rules);
        this.roll = new RollCall(terms, rules);
        this.renewals = new Renewals(rules);
    }

    /** Begins with timers that somebody else, or an earlier life, has armed. */
    public void takeOver() {
        if (rules.remembersHolders()) {
            deadlines.incarnations().forEach(incarnation -> roll.heard(incarnation, 0));
        }
    }

    /** A timer was read from its slot: appended at {@code append}, read at {@code nanos}. */
    public void set(String slot, TimerRecord record, long append, long nanos, Sender sender) {
        long now = clock.isSet() ? clock.estimate(nanos) : append;
        Timer timer = record.timer();
        if (timer instanceof Timer.Send) {
            arm(slot, new Armed(now + terms.retry(), now, 1, record));
            sender.send(slot, record, now);
        } else if (timer instanceof Timer.DueTimer due) {
            arm(slot, new Armed(due.dueAt(), now, 0, record));
        } else if (timer instanceof Timer.LeaseTimer lease) {
            long start = Math.max(append, now);
            Armed armed = new Armed(sum(start, lease.durationMs()), start, 0, record);
            renewals.forgetBefore(slot, armed.epoch());
            if (lease.incarnation() != null) {
                roll.heard(lease.incarnation(), start);
            }
            arm(slot, armed);
        }
    }

    /** The core has emptied a slot. */
    public void clear(String slot) {
        renewals.forgetBefore(slot, Long.MAX_VALUE);
        deadlines.remove(slot);
    }

    /** A worker said that it is there and what it still holds. */
    public void present(String tenant, Heartbeat.Presence presence, long append) {
        roll.heard(presence.incarnation(), append, presence.silenceMs());
        for (Heartbeat.Held held : presence.held()) {
            renewals.named(tenant + "/" + held.itemId() + "/" + held.axis(), held.epoch(), append);
        }
    }

    /**
     * A canary of this reaper's own was read back: the broker's time, and proof that all said before it has been heard.
     *
     * <p>Those of others, or of an earlier life, prove nothing: only between two of its own can it tell a step of the
     * broker's clock from time that has passed.
     *
     * @return whether it came after a gap, so that nobody is taken for dead for a while
     */
    public boolean canary(long append, long writtenNanos, long nanos) {
        boolean gap = clock.heard(append, writtenNanos, nanos);
        wantsCanary = false;
        provable.addAll(unproven);
        unproven.clear();
        if (!clock.isGrace()) {
            roll.strikeSilent(judged(nanos)).forEach(each -> silent.add(new Sweeping(each, "")));
        }
        if (append - cleanedAt > FORGET_AFTER) {
            cleanedAt = append;
            renewals.forget(append - FORGET_AFTER, slot -> {
                Armed armed = deadlines.get(slot);
                return armed != null && armed.timer() instanceof Timer.LeaseTimer;
            });
        }
        return gap;
    }

    /**
     * Sends what is due, as far as there is time; the next tick goes on where this one stopped.
     *
     * @return how many leases were taken back
     */
    public long tick(long nanos, BooleanSupplier outOfTime, Sender sender) {
        if (!clock.isSet()) {
            return 0;
        }
        long now = clock.estimate(nanos);
        long taken = takeFromSilent(nanos, outOfTime, sender);
        while (!provable.isEmpty() && !outOfTime.getAsBoolean()) {
            String slot = provable.remove();
            Armed armed = deadlines.get(slot);
            // Something else may stand there by now.
            if (armed != null && armed.timer() instanceof Timer.LeaseTimer && armed.tries() == 0) {
                taken += look(slot, armed, nanos, sender);
            }
        }
        if (roll.nextSilence() <= now && !clock.isGrace()) {
            wantsCanary = true;
        }
        while (next <= now && !outOfTime.getAsBoolean()) {
            long settled = deadlines.settle(now, BATCH);
            List<Deadlines.Entry> due = deadlines.due(floor, settled, BATCH);
            for (Deadlines.Entry entry : due) {
                if (outOfTime.getAsBoolean()) {
                    return taken;
                }
                floor = Math.max(floor, entry.index());
                Armed armed = deadlines.get(entry.slot());
                if (armed == null) {
                    throw new IllegalStateException("an index without a timer: " + entry);
                }
                taken += look(entry.slot(), armed, nanos, sender);
            }
            if (due.size() < BATCH) {
                floor = Math.max(floor, settled);
                next = deadlines.next(floor);
            }
        }
        return taken;
    }

    /** Whether a canary now would settle something sooner than the next regular one. */
    public boolean wantsCanary() {
        return wantsCanary;
    }

    /** How many workers are on the roll. */
    public int present() {
        return roll.size();
    }

    /** What stands in a slot, and when it falls due. */
    public Optional<Watched> watched(String slot) {
        Armed armed = deadlines.get(slot);
        if (armed == null) {
            return Optional.empty();
        }
        long due = armed.timer() instanceof Timer.LeaseTimer lease
                ? end(slot, armed, lease.durationMs())
                : armed.timer() instanceof Timer.DueTimer timer ? timer.dueAt() : armed.start();
        return Optional.of(new Watched(armed.timer(), due, armed.tries()));
    }

    /** When a lease will be over by the broker's clock if nobody renews it again. */
    private long end(String slot, Armed armed, long durationMs) {
        long from = rules.runsFrom(armed.start(), renewals.of(slot, armed.epoch()), clock.graceFrom());
        return sum(from, durationMs);
    }

    private long takeFromSilent(long nanos, BooleanSupplier outOfTime, Sender sender) {
        long taken = 0;
        for (Sweeping each = silent.poll(); each != null; each = silent.poll()) {
            String after = each.after();
            List<String> held = deadlines.heldBy(each.incarnation(), after, BATCH);
            while (!held.isEmpty() && !rules.isBack(roll.isPresent(each.incarnation()))) {
                for (String slot : held) {
                    if (outOfTime.getAsBoolean()) {
                        silent.addFirst(new Sweeping(each.incarnation(), after));
                        return taken;
                    }
                    Armed armed = deadlines.get(slot);
                    if (armed != null && armed.tries() == 0) {
                        fire(slot, armed, nanos, sender);
                        taken++;
                    }
                    after = slot;
                }
                held = deadlines.heldBy(each.incarnation(), after, BATCH);
            }
        }
        return taken;
    }

    private int look(String slot, Armed armed, long nanos, Sender sender) {
        if (!(armed.timer() instanceof Timer.LeaseTimer lease)) {
            fire(slot, armed, nanos, sender);
            return 0;
        }
        long now = clock.estimate(nanos);
        long end = Math.max(end(slot, armed, lease.durationMs()), clock.isGrace() ? clock.graceUntil() : 0);
        if (judged(nanos) >= end || isGivenUp(armed)) {
            fire(slot, armed, nanos, sender);
            return armed.tries() == 0 ? 1 : 0;
        }
        if (now >= end) {
            wantsCanary = true;
            if (unproven.size() < MOST_UNPROVEN) {
                unproven.add(slot);
            }
            arm(slot, armed.at(now + LOOK_AGAIN, armed.tries()));
        } else {
            // Taken back once already, but its holder has been heard since: whether it is gone shows soon.
            long soon = armed.tries() > 0 ? Math.min(end, now + terms.presence()) : end;
            arm(slot, armed.at(soon, armed.tries()));
        }
        return 0;
    }

    /** Its holder was silent when it was sent, and has not been heard since. */
    private boolean isGivenUp(Armed armed) {
        String incarnation = armed.incarnation();
        return armed.tries() > 0 && incarnation != null && !roll.isPresent(incarnation);
    }

    private void fire(String slot, Armed armed, long nanos, Sender sender) {
        long now = clock.estimate(nanos);
        if (rules.staysAfterSending()) {
            long wait = terms.retry() << Math.min(armed.tries(), MOST_DOUBLINGS);
            arm(slot, armed.at(now + wait, armed.tries() + 1));
        } else {
            deadlines.remove(slot);
        }
        sender.send(slot, armed.record(), due(slot, armed, now));
    }

    private long due(String slot, Armed armed, long now) {
        if (armed.timer() instanceof Timer.DueTimer timer) {
            return timer.dueAt();
        }
        return armed.timer() instanceof Timer.LeaseTimer lease
                ? Math.min(now, end(slot, armed, lease.durationMs()))
                : now;
    }

    private void arm(String slot, Armed armed) {
        long index = rules.notBefore(floor, armed.index());
        next = Math.min(next, index);
        deadlines.put(slot, armed.at(index, armed.tries()));
    }

    private long judged(long nanos) {
        return rules.judgedAt(clock.canary(), clock.estimate(nanos));
    }

    private static long sum(long from, long duration) {
        return from + Math.min(duration, Long.MAX_VALUE - from);
    }
}

package dev.odradek.statestore.sim;

import dev.odradek.reaper.deadline.Armed;
import dev.odradek.reaper.deadline.MemoryDeadlines;
import dev.odradek.reaper.deadline.Reaper;
import dev.odradek.reaper.deadline.ReaperRules;
import dev.odradek.reaper.deadline.Terms;
import dev.odradek.statestore.core.Effect;
import dev.odradek.topics.command.CommandRecord;
import dev.odradek.topics.event.Cause;
import dev.odradek.topics.event.Heartbeat;
import dev.odradek.topics.event.Timer;
import dev.odradek.topics.event.TimerRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The reaper of one partition: the real judgement over timers in memory, in a life full of faults. */
final class SimReaper implements Reaper.Sender {
    static final Terms TERMS = Terms.DEFAULT;
    private static final long CANARY_EVERY = 1_000;
    /** How long a reaper that nothing disturbs may take to notice that somebody is gone. */
    private static final long NOTICED_WITHIN = 35_000;

    /** What the core's committed transactions have written into a slot. */
    private record Written(String slot, @Nullable TimerRecord timer, long append) {}

    /** A heartbeat on the topic; who wrote a canary, and when by its own clock, is of use to its writer alone. */
    private record Beat(Heartbeat heartbeat, long append, int life, long nanos) {}

    private final World world;
    private final int partition;
    private final ReaperRules rules;
    private final List<Written> timers = new ArrayList<>();
    private final List<Beat> beats = new ArrayList<>();
    private final List<CommandRecord> overtaken = new ArrayList<>();
    /** What the slots hold as far as they have been read. */
    private final Map<String, TimerRecord> slots = new TreeMap<>();

    private MemoryDeadlines deadlines = new MemoryDeadlines();
    private Reaper reaper;
    private int timersRead;
    private int beatsRead;
    private int life;
    private long skew;
    private long lastCanary;
    private long stalledUntil;
    private long calmSince;

    SimReaper(World world, int partition, ReaperRules rules) {
        this.world = world;
        this.partition = partition;
        this.rules = rules;
        this.reaper = new Reaper(deadlines, TERMS, rules);
        this.skew = skew();
    }

    /** A committed output of the core. */
    void read(Effect effect) {
        if (effect instanceof Effect.SetTimer set) {
            String slot = World.TENANT + "/" + set.slot();
            write(slot, new TimerRecord(1, set.tenant(), new Cause(partition, timers.size(), 0), set.timer()));
        } else if (effect instanceof Effect.ClearTimer clear) {
            write(World.TENANT + "/" + clear.slot(), null);
        }
    }

    private void write(String slot, @Nullable TimerRecord timer) {
        TimerRecord before = slots.get(slot);
        // A reaper that has lost its partition and does not know it sends what another knows to be cleared.
        if (before != null && !(before.timer() instanceof Timer.Send) && world.faulty(6)) {
            overtaken.add(before.timer().command());
        }
        timers.add(new Written(slot, timer, world.brokerTime(partition)));
    }

    /** A worker's heartbeat arrives on the topic. */
    void append(Heartbeat heartbeat) {
        beats.add(new Beat(heartbeat, world.brokerTime(partition), -1, 0));
    }

    /** Whatever a reaper does in a moment of its life: read, say that it is there, look what is due. */
    void live() {
        if (world.clock() < stalledUntil) {
            return;
        }
        // Timers of a process do not wait until it has read what came while it stood still.
        if (world.faulty(3)) {
            tick();
        }
        if (!world.isBrokerOut()) {
            if (world.clock() - lastCanary >= CANARY_EVERY || reaper.wantsCanary()) {
                lastCanary = world.clock();
                beats.add(new Beat(
                        new Heartbeat.Canary("reaper", beats.size()), world.brokerTime(partition), life, nanos()));
            }
            readOn();
        } else {
            disturbed();
        }
        tick();
        sendStale();
        check();
    }

    private void tick() {
        int budget = world.faulty(4) ? world.random().nextInt(4) : Integer.MAX_VALUE;
        int[] looks = {0};
        reaper.tick(nanos(), () -> looks[0]++ >= budget, this);
    }

    private void readOn() {
        int lag = world.faulty(8) ? world.random().nextInt(5) : 0;
        for (; timersRead < timers.size() - lag; timersRead++) {
            Written next = timers.get(timersRead);
            if (next.timer() == null) {
                slots.remove(next.slot());
                reaper.clear(next.slot());
            } else {
                slots.put(next.slot(), next.timer());
                reaper.set(next.slot(), next.timer(), next.append(), nanos(), this);
            }
        }
        for (; beatsRead < beats.size() - lag; beatsRead++) {
            Beat next = beats.get(beatsRead);
            if (next.heartbeat() instanceof Heartbeat.Presence presence) {
                reaper.present(World.TENANT, presence, next.append());
            } else if (next.life() == life) {
                reaper.canary(next.append(), next.nanos(), nanos());
            }
        }
    }

    @Override
    public void send(String slot, TimerRecord record, long due) {
        Timer timer = record.timer();
        if (timer instanceof Timer.LeaseTimer lease) {
            world.checkMayBeReaped(lease);
        }
        if (world.faulty(15)) {
            world.count(Fault.TIMER_NOT_SENT);
            return;
        }
        int times = world.faulty(8) ? 2 : 1;
        if (times > 1) {
            world.count(Fault.TIMER_TWICE);
        }
        for (int i = 0; i < times; i++) {
            if (timer instanceof Timer.Send send) {
                world.send(send.command(), send.partition(), false);
            } else {
                world.send(timer.command(), false);
            }
        }
        if (timer instanceof Timer.Send) {
            timers.add(new Written(slot, null, world.brokerTime(partition)));
        }
    }

    private void sendStale() {
        if (!overtaken.isEmpty() && world.faulty(20)) {
            world.count(Fault.TIMER_STALE);
            world.send(overtaken.remove(world.random().nextInt(overtaken.size())), false);
        }
    }

    /** It stands still and knows nothing of it. */
    void stall(long millis) {
        world.count(Fault.REAPER_STALLED);
        stalledUntil = world.clock() + millis;
        calmSince = stalledUntil;
    }

    /** Another instance takes over: it has what the topic holds, and nothing of what was only in memory. */
    void move() {
        world.count(Fault.REAPER_MOVED);
        deadlines = new MemoryDeadlines();
        slots.forEach((slot, record) -> {
            long index = record.timer() instanceof Timer.LeaseTimer lease
                    ? world.clock() + skew + lease.durationMs()
                    : record.timer() instanceof Timer.DueTimer timer ? timer.dueAt() : 0;
            deadlines.put(slot, new Armed(index, 0, 0, record));
        });
        begin();
    }

    /** The same instance starts again: it has what is on its disk. */
    void restart() {
        world.count(Fault.REAPER_RESTARTED);
        begin();
    }

    private void begin() {
        life++;
        skew = skew();
        reaper = new Reaper(deadlines, TERMS, rules);
        reaper.takeOver();
        beatsRead = Math.max(0, beatsRead - world.random().nextInt(15));
        stalledUntil = 0;
        lastCanary = 0;
        disturbed();
    }

    /** Something has happened after which it may take a while to notice who is gone. */
    void disturbed() {
        calmSince = Math.max(calmSince, world.clock());
    }

    void recover() {
        stalledUntil = 0;
    }

    boolean isEmpty() {
        return slots.isEmpty() && timersRead == timers.size();
    }

    /** When it will look at something next. */
    long nextLook() {
        return deadlines.due(0, Long.MAX_VALUE, 1).stream()
                .mapToLong(MemoryDeadlines.Entry::index)
                .findFirst()
                .orElse(Long.MAX_VALUE);
    }

    /** Every slot that is not empty is watched, and nobody stays dead for long without being missed. */
    private void check() {
        Violation.unless(
                deadlines.all().keySet().equals(slots.keySet()),
                "the reaper watches %s, but there are %s",
                deadlines.all().keySet(),
                slots.keySet());
        deadlines.all().forEach((slot, armed) -> {
            Violation.unless(armed.record() == slots.get(slot), "%s is not what stands in %s", armed, slot);
            String incarnation = armed.incarnation();
            if (incarnation != null && armed.tries() == 0) {
                long dead = Math.max(calmSince, Math.max(world.deadSince(incarnation), armed.start()));
                Violation.unless(
                        world.clock() - dead < NOTICED_WITHIN,
                        "nobody notices that %s is gone: %s",
                        incarnation,
                        armed);
            }
        });
    }

    private long nanos() {
        return (world.clock() + skew) * 1_000_000;
    }

    private long skew() {
        return world.random().nextInt(10_000) - 5_000;
    }
}

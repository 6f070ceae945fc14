package dev.odradek.statestore.sim;

import dev.odradek.topics.event.Dispatch;
import dev.odradek.topics.event.Heartbeat.Held;
import dev.odradek.topics.event.Heartbeat.Presence;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * How a worker says that it is there and what it holds, and how it knows when to stop.
 *
 * <p>The slow one claims without an incarnation and speaks seldom: its leases alone count. The patient one speaks less
 * often than others and asks for a longer silence, as workers over HTTP do; it says so before it claims.
 */
final class SimPulse {
    private static final long EVERY = 1_000;
    private static final long SELDOM = 15_000;
    private static final long PATIENT_EVERY = 2_000;
    private static final long PATIENT_SILENCE = 8_000;
    private static final long MARGIN = 1_000;

    private final World world;
    private final String worker;
    private final Pace pace;
    /** By claim: when it was sent, or when a heartbeat that named it was, of those the broker has acknowledged. */
    private final Map<String, Long> leases = new HashMap<>();
    /** By partition: when the last heartbeat there was sent that the broker has acknowledged. */
    private final Map<Integer, Long> heard = new HashMap<>();

    private int lives;
    private long last;
    private long cutUntil;

    /** How often it speaks, and what silence it may keep; none of its own: the reaper's patience. */
    enum Pace {
        USUAL(EVERY, null),
        SLOW(SELDOM, null),
        PATIENT(PATIENT_EVERY, PATIENT_SILENCE);

        private final long every;
        private final Long silence;

        Pace(long every, Long silence) {
            this.every = every;
            this.silence = silence;
        }

        long silence() {
            return silence == null ? SimReaper.TERMS.presence() : silence;
        }
    }

    SimPulse(World world, String worker, Pace pace) {
        this.world = world;
        this.worker = worker;
        this.pace = pace;
    }

    String incarnation() {
        return worker + "#" + lives;
    }

    /** The incarnation a claim names. */
    String claimsAs() {
        return pace == Pace.SLOW ? null : incarnation();
    }

    void claimed(String claimId) {
        leases.put(claimId, world.clock());
    }

    /** Whether it may claim this: whoever asks for a longer silence must have been heard asking first. */
    boolean announce(Dispatch dispatch) {
        if (pace != Pace.PATIENT) {
            return true;
        }
        if (world.isBrokerOut() || world.clock() < cutUntil) {
            return false;
        }
        world.beat(partition(dispatch), new Presence(worker, incarnation(), List.of(), pace.silence, null));
        return true;
    }

    void cutOff(long millis) {
        cutUntil = world.clock() + millis;
    }

    /** The process has died and starts again. */
    void restart() {
        world.died(incarnation());
        lives++;
        leases.clear();
        heard.clear();
        cutUntil = 0;
    }

    /** Whether somebody else may have been given this by now, for all the worker knows. */
    boolean isFenced(SimWorker.Hold hold) {
        if (!world.laws().fencing() || !hold.granted() || hold.kept()) {
            return false;
        }
        long claimed = leases.getOrDefault(hold.token().claimId(), 0L);
        long margin = Math.min(MARGIN, hold.dispatch().leaseMs() / 4);
        long leaseEnd = claimed + hold.dispatch().leaseMs() - margin;
        long seen = Math.max(claimed, heard.getOrDefault(partition(hold.dispatch()), 0L));
        long silent = pace == Pace.SLOW ? Long.MAX_VALUE : seen + pace.silence() - MARGIN;
        return world.clock() >= Math.min(leaseEnd, silent);
    }

    void beat(Collection<Dispatch> pending, Collection<SimWorker.Hold> held) {
        if (world.clock() - last < pace.every) {
            return;
        }
        last = world.clock();
        Map<Integer, List<SimWorker.Hold>> named = new TreeMap<>();
        named.put(world.partitionOf(worker), new ArrayList<>());
        pending.forEach(each -> named.computeIfAbsent(partition(each), p -> new ArrayList<>()));
        held.stream()
                .filter(each -> !each.kept() && !isFenced(each))
                .forEach(each -> named.computeIfAbsent(partition(each.dispatch()), p -> new ArrayList<>())
                        .add(each));
        named.forEach(this::send);
    }

    private void send(int partition, List<SimWorker.Hold> held) {
        if (world.isBrokerOut() || world.clock() < cutUntil) {
            return;
        }
        if (world.faulty(25)) {
            world.count(Fault.HEARTBEAT_LOST);
            return;
        }
        List<Held> names = held.stream()
                .map(each -> new Held(
                        each.dispatch().itemId(),
                        each.dispatch().axis(),
                        each.token().epoch(),
                        null,
                        null))
                .toList();
        world.beat(partition, new Presence(worker, incarnation(), names, pace.silence, null));
        if (world.faulty(25)) {
            world.count(Fault.HEARTBEAT_NOT_ACKNOWLEDGED);
            return;
        }
        heard.put(partition, world.clock());
        held.forEach(each -> leases.replace(each.token().claimId(), world.clock()));
    }

    private int partition(Dispatch dispatch) {
        return world.partitionOf(dispatch.partitionKey());
    }
}

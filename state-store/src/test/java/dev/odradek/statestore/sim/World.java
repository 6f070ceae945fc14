package dev.odradek.statestore.sim;

import dev.odradek.statestore.core.Effect;
import dev.odradek.statestore.core.Input;
import dev.odradek.statestore.partition.Core;
import dev.odradek.topics.command.CommandRecord;
import dev.odradek.topics.command.ItemCommand.Create;
import dev.odradek.topics.command.PartitionCommand.Adopt;
import dev.odradek.topics.event.Cause;
import dev.odradek.topics.event.Dispatch;
import dev.odradek.topics.event.EventRecord;
import dev.odradek.topics.event.Heartbeat;
import dev.odradek.topics.event.Timer;
import dev.odradek.topics.route.Routing;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** A whole world around the core that one seed decides: partitions, workers, timers, outsiders and all their faults. */
final class World implements SimPartition.Readers {
    static final String TENANT = "acme";
    private static final int HISTORY_EVERY = 50;

    private record Envelope(CommandRecord command, int partition, boolean mayBeLost) {}

    private final Random random;
    private final Tally tally = new Tally();
    private final List<SimPartition> partitions;
    private final List<SimWorker> workers;
    private final List<SimReaper> reapers;
    private final Outsiders outsiders = new Outsiders(this);
    private final SimPatrol patrol;
    private final Channel<Envelope> wire;
    private final Channel<Dispatch> work;
    private final Posted posted = new Posted(this);
    private final Map<String, Timer.Send> spawned = new TreeMap<>();
    private final long seed;
    private final Map<Integer, Long> brokerClocks = new TreeMap<>();
    private final Map<String, Long> dead = new TreeMap<>();
    private final Laws laws;
    private long clock = 1_700_000_000_000L;
    private boolean brokerOut;
    private boolean faults = true;
    private int ids;

    World(long seed, Laws laws) {
        this.seed = seed;
        this.laws = laws;
        this.random = new Random(seed * 7919 + 17);
        int count = 3 + random.nextInt(2);
        Core core = new Core(count, laws.core());
        Invariants invariants = new Invariants(count);
        boolean serialised = seed % 8 == 0;
        this.partitions = IntStream.range(0, count)
                .mapToObj(p -> new SimPartition(p, core, invariants, this, serialised, tally))
                .toList();
        this.workers = IntStream.range(0, 3 + random.nextInt(3))
                .mapToObj(slot -> new SimWorker(this, slot))
                .toList();
        this.reapers = IntStream.range(0, count)
                .mapToObj(partition -> new SimReaper(this, partition, laws.reaper()))
                .toList();
        this.patrol = new SimPatrol(this, partitions);
        this.wire = new Channel<>(random, tally, Fault.COMMAND_DUPLICATED, Fault.COMMAND_REORDERED);
        this.work = new Channel<>(random, tally, Fault.DISPATCH_DUPLICATED, Fault.DISPATCH_REORDERED);
    }

    /** Lives through {@code steps} steps of anything, then brings all work to its end without faults. */
    Tally run(int steps) {
        outsiders.defineAll();
        if (random.nextInt(4) > 0) {
            settle();
        }
        if (seed % 250 == 7) {
            outsiders.crowd();
        }
        for (int step = 1; step <= steps; step++) {
            step();
            tally.count("step", "steps");
            if (step % HISTORY_EVERY == 0) {
                partitions.forEach(SimPartition::checkHistory);
            }
        }
        drain();
        partitions.forEach(SimPartition::checkHistory);
        return tally;
    }

    List<List<Input>> logs() {
        return partitions.stream().map(SimPartition::log).toList();
    }

    List<List<EventRecord>> facts() {
        return partitions.stream().map(SimPartition::facts).toList();
    }

    private void step() {
        advance(random.nextInt(400));
        int dice = random.nextInt(100);
        if (dice < 48) {
            pick(workers).act();
        } else if (dice < 74) {
            outsiders.act();
        } else if (dice < 84) {
            advance(random.nextInt(40_000));
        } else if (dice < 85) {
            count(Fault.CLOCK_LEAPT);
            leap(clock + random.nextInt(30 * 3_600_000));
        } else if (dice < 88) {
            disturb();
        } else if (dice < 89) {
            brokerOutage();
        } else if (dice < 90) {
            pick(workers).cutOff(random.nextInt(20_000));
        } else if (dice < 93) {
            pick(workers).crash();
        } else if (dice < 95) {
            pick(workers).freeze(3 + random.nextInt(10));
        } else {
            maybe(partitions.stream().filter(SimPartition::isOpen).toList()).ifPresent(this::crash);
        }
        int arrivals = random.nextInt(4);
        for (int i = 0; i < arrivals; i++) {
            wire.take(true).ifPresent(this::arrive);
        }
        maybe(partitions.stream().filter(SimPartition::isBehind).toList()).ifPresent(this::process);
    }

    /** Time passes, and whoever is alive lives through it. */
    private void advance(long millis) {
        long end = clock + millis;
        while (clock < end) {
            clock = Math.min(end, clock + 300);
            workers.forEach(SimWorker::live);
            reapers.forEach(SimReaper::live);
        }
    }

    /** Time passes, and nobody is there to notice: everything stood still, or was switched off. */
    private void leap(long to) {
        clock = Math.max(clock, to);
        reapers.forEach(SimReaper::disturbed);
    }

    private void disturb() {
        SimReaper one = pick(reapers);
        switch (random.nextInt(8)) {
            case 0 -> one.move();
            case 1, 2 -> reapers.forEach(SimReaper::restart);
            case 3 -> setClocks();
            case 4 -> moveLeader(random.nextInt(partitions.size()));
            case 5 -> patrol.goRound();
            default -> one.stall(random.nextInt(90_000));
        }
    }

    /** Another broker leads the partition: its clock differs, and some workers take a while to find it. */
    private void moveLeader(int partition) {
        count(Fault.BROKER_CLOCK_SET);
        brokerClocks.put(partition, random.nextInt(10_000) - 5_000L);
        reapers.get(partition).disturbed();
        workers.stream().filter(each -> random.nextBoolean()).forEach(each -> each.cutOff(random.nextInt(3_000)));
    }

    /** Every clock is set by so little that two canaries do not look further apart than usual. */
    private void setClocks() {
        count(Fault.BROKER_CLOCK_SET);
        for (SimPartition partition : partitions) {
            brokerClocks.merge(partition.number(), 1_250L, Long::sum);
        }
        reapers.forEach(SimReaper::disturbed);
        workers.forEach(each -> each.cutOff(2_600 + random.nextInt(300)));
    }

    private void brokerOutage() {
        count(Fault.BROKER_OUT);
        brokerOut = true;
        advance(random.nextInt(70_000));
        brokerOut = false;
        reapers.forEach(SimReaper::disturbed);
    }

    private void process(SimPartition partition) {
        int most = 1 + random.nextInt(6);
        for (int i = 0; i < most && partition.isBehind(); i++) {
            partition.decideNext();
        }
        if (random.nextInt(10) == 0) {
            crash(partition);
        } else if (random.nextInt(3) > 0) {
            partition.commit();
        }
    }

    private void crash(SimPartition partition) {
        count(Fault.CRASHED_BEFORE_COMMIT);
        partition.crash();
    }

    private void arrive(Envelope envelope) {
        if (envelope.mayBeLost() && faulty(30)) {
            count(Fault.COMMAND_LOST);
            return;
        }
        append(envelope.command(), envelope.partition());
    }

    /** Appends to a log, under a time that jitters like a broker's clock. */
    void append(CommandRecord command, int partition) {
        int jitter = random.nextInt(60) - 40;
        if (jitter < 0) {
            count(Fault.CLOCK_STEPPED_BACK);
        }
        if (command.command() instanceof Adopt adopt && adopt.version() < newest(partition, adopt.machine())) {
            count(Fault.VERSION_OUT_OF_ORDER);
        }
        partitions.get(partition).append(command, brokerTime(partition) + jitter);
    }

    private int newest(int partition, String machine) {
        return dev.odradek.statestore.core.Newest.of(partitions.get(partition).rows(), TENANT, machine)
                .version();
    }

    /** Everything under way arrives and is committed. */
    private void settle() {
        boolean before = faults;
        faults = false;
        boolean moved = true;
        while (moved) {
            moved = false;
            for (Optional<Envelope> next = wire.take(false); next.isPresent(); next = wire.take(false)) {
                append(next.get().command(), next.get().partition());
            }
            for (SimPartition partition : partitions) {
                moved |= partition.isBehind() || partition.isOpen();
                while (partition.isBehind()) {
                    partition.decideNext();
                }
                partition.commit();
            }
        }
        faults = before;
    }

    /** No more faults: whatever is left must come to an end, or to where somebody outside must move it. */
    private void drain() {
        faults = false;
        workers.forEach(SimWorker::thaw);
        reapers.forEach(SimReaper::recover);
        settle();
        outsiders.resumeAll();
        outsiders.dropSchedules();
        for (int round = 0; round < 500; round++) {
            settle();
            workers.forEach(SimWorker::actCalmly);
            settle();
            advance(600);
            if (wire.isEmpty() && work.isEmpty() && workers.stream().allMatch(SimWorker::isIdle)) {
                OptionalLong overdue = patrol.nextOverdue();
                if (reapers.stream().allMatch(SimReaper::isEmpty) && overdue.isEmpty()) {
                    break;
                }
                long next = Math.min(
                        reapers.stream().mapToLong(SimReaper::nextLook).min().orElse(clock),
                        overdue.orElse(Long.MAX_VALUE));
                // Across a leap every lease runs anew: only what is far away is reached by one.
                if (next - clock > 900_000) {
                    leap(next);
                }
                advance(SimReaper.TERMS.grace() + 1_000);
                patrol.goRound();
            }
        }
        new AtLast(partitions).check(spawned.values());
    }

    @Override
    public void offered(Effect.Offer offer) {
        if (faulty(20)) {
            count(Fault.DISPATCH_LOST);
        } else {
            work.put(offer.dispatch());
        }
    }

    @Override
    public void answered(Cause cause, Effect.Reply reply) {
        if (reply.slot() < workers.size()) {
            workers.get(reply.slot()).deliver(cause, reply);
        }
    }

    @Override
    public void timed(int partition, Effect timer) {
        if (timer instanceof Effect.SetTimer set
                && set.timer() instanceof Timer.Send send
                && send.command().command() instanceof Create create) {
            spawned.put(create.itemId(), send);
        }
        reapers.get(partition).read(timer);
    }

    void send(CommandRecord command, boolean mayBeLost) {
        send(command, Routing.partition(TENANT, command.partitionKey(), partitions.size()), mayBeLost);
    }

    void send(CommandRecord command, int partition, boolean mayBeLost) {
        wire.put(new Envelope(command, partition, mayBeLost));
    }

    Optional<Dispatch> dispatch() {
        return work.take(faults);
    }

    /** A worker's heartbeat, on its way to a partition. */
    void beat(int partition, Heartbeat.Presence presence) {
        reapers.get(partition).append(presence);
    }

    int partitionOf(String key) {
        return Routing.partition(TENANT, key, partitions.size());
    }

    boolean isBrokerOut() {
        return brokerOut;
    }

    long brokerTime(int partition) {
        return clock + brokerClocks.getOrDefault(partition, 0L);
    }

    Laws laws() {
        return laws;
    }

    /** Nobody is taken for dead who still works: a holder must have stopped by itself before. */
    void checkMayBeReaped(Timer.LeaseTimer lease) {
        workers.forEach(worker -> worker.checkMayLose(lease));
    }

    void died(String incarnation) {
        dead.put(incarnation, clock);
    }

    /** Since when somebody is gone; those who are there have not been gone yet. */
    long deadSince(String incarnation) {
        return dead.getOrDefault(incarnation, clock);
    }

    /** Once in {@code n}, while there are faults. */
    boolean faulty(int n) {
        return faults && random.nextInt(n) == 0;
    }

    void count(Fault fault) {
        tally.count(fault);
    }

    Random random() {
        return random;
    }

    long clock() {
        return clock;
    }

    int partitions() {
        return partitions.size();
    }

    String id(String what) {
        return what + "-" + ids++;
    }

    Posted posted() {
        return posted;
    }

    SimRows rows(int partition) {
        return partitions.get(partition).rows();
    }

    <T> Optional<T> maybe(List<T> from) {
        return from.isEmpty() ? Optional.empty() : Optional.of(pick(from));
    }

    <T> T pick(List<T> from) {
        return from.get(random.nextInt(from.size()));
    }
}

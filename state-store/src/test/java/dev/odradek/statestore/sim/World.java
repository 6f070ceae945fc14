package dev.odradek.statestore.sim;

import dev.odradek.statestore.core.Effect;
import dev.odradek.statestore.core.Input;
import dev.odradek.statestore.item.Item;
import dev.odradek.statestore.item.Rules;
import dev.odradek.statestore.partition.Core;
import dev.odradek.topics.command.CommandRecord;
import dev.odradek.topics.command.ItemCommand.Create;
import dev.odradek.topics.command.NewItem;
import dev.odradek.topics.command.PartitionCommand.Adopt;
import dev.odradek.topics.command.Token;
import dev.odradek.topics.event.AxisState;
import dev.odradek.topics.event.Cause;
import dev.odradek.topics.event.Dispatch;
import dev.odradek.topics.event.Timer;
import dev.odradek.topics.event.Wakeup;
import dev.odradek.topics.machine.Axis;
import dev.odradek.topics.machine.Machine;
import dev.odradek.topics.route.Routing;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** A whole world around the core that one seed decides: partitions, workers, timers, outsiders and all their faults. */
final class World implements SimPartition.Readers {
    static final String TENANT = "acme";
    private static final int MOST_ITEMS = 30;
    private static final int HISTORY_EVERY = 50;

    private record Envelope(CommandRecord command, int partition, boolean mayBeLost) {}

    private record Posted(String key, String machine) {}

    private final Random random;
    private final Tally tally = new Tally();
    private final List<SimPartition> partitions;
    private final List<SimWorker> workers;
    private final SimReaper reaper = new SimReaper(this);
    private final Outsiders outsiders = new Outsiders(this);
    private final Channel<Envelope> wire;
    private final Channel<Dispatch> work;
    private final Map<String, Posted> posted = new TreeMap<>();
    private final Map<String, Timer.Send> spawned = new TreeMap<>();
    private final long seed;
    private long clock = 1_700_000_000_000L;
    private boolean faults = true;
    private int ids;

    World(long seed, Rules rules) {
        this.seed = seed;
        this.random = new Random(seed * 7919 + 17);
        int count = 3 + random.nextInt(2);
        Core core = new Core(count, rules);
        Invariants invariants = new Invariants(count);
        boolean serialised = seed % 8 == 0;
        this.partitions = IntStream.range(0, count)
                .mapToObj(p -> new SimPartition(p, core, invariants, this, serialised, tally))
                .toList();
        this.workers = IntStream.range(0, 3 + random.nextInt(3))
                .mapToObj(slot -> new SimWorker(this, slot))
                .toList();
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

    private void step() {
        clock += random.nextInt(400);
        int dice = random.nextInt(100);
        if (dice < 45) {
            pick(workers).act();
        } else if (dice < 70) {
            outsiders.act();
        } else if (dice < 85) {
            reaper.sweep();
        } else if (dice < 90) {
            clock += random.nextInt(40_000);
        } else if (dice < 91) {
            count(Fault.CLOCK_LEAPT);
            clock += random.nextInt(30 * 3_600_000);
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
        partitions.get(partition).append(command, clock + jitter);
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
        settle();
        outsiders.resumeAll();
        for (int round = 0; round < 500; round++) {
            settle();
            workers.forEach(SimWorker::actCalmly);
            settle();
            if (work.isEmpty() && workers.stream().allMatch(SimWorker::isIdle)) {
                if (reaper.isEmpty()) {
                    break;
                }
                clock = Math.max(clock, reaper.nextDue());
                reaper.sweep();
            }
        }
        spawned.values().forEach(this::checkSpawned);
        for (String machine : Machines.NAMES) {
            int home = newest(Routing.home(TENANT, machine, partitions.size()), machine);
            partitions.forEach(partition -> Violation.unless(
                    newest(partition.number(), machine) == home,
                    "partition %d knows no %s",
                    partition.number(),
                    machine));
        }
        for (SimPartition partition : partitions) {
            for (Item item : partition.rows().all(Item.prefix(TENANT), Item.class)) {
                item.axes()
                        .forEach((name, axis) -> Violation.unless(
                                axis.wakeup() instanceof Wakeup.Ended || axis.wakeup() instanceof Wakeup.Outside,
                                "%s/%s is stuck: %s",
                                item.id(),
                                name,
                                axis));
            }
        }
    }

    /** What a completion spawned elsewhere is there, or waits for a version that nobody has defined. */
    private void checkSpawned(Timer.Send send) {
        NewItem item = ((Create) send.command().command()).item();
        SimRows rows = partitions.get(send.partition()).rows();
        Violation.unless(
                rows.get(Item.key(TENANT, item.itemId())) != null
                        || (item.version() > newest(send.partition(), item.machine())),
                "%s was spawned and is lost",
                item);
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
        reaper.read(partition, timer);
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

    boolean isAtWork(String worker, String place, long epoch) {
        return workers.stream().anyMatch(each -> each.name().equals(worker) && each.holds(place, epoch));
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

    boolean mayPost() {
        return posted.size() < MOST_ITEMS;
    }

    boolean mayChoose() {
        return !posted.isEmpty();
    }

    String newItem() {
        return "item" + posted.size();
    }

    String anyItem() {
        return posted.isEmpty() ? newItem() : pick(List.copyOf(posted.keySet()));
    }

    void posted(String id, String key, String machine) {
        posted.putIfAbsent(id, new Posted(key, machine));
    }

    String keyOf(String id) {
        return posted.containsKey(id) ? posted.get(id).key() : id;
    }

    String machineOf(String id) {
        String machine = posted.containsKey(id) ? posted.get(id).machine() : "quick";
        return Machines.FIRST.containsKey(machine) ? machine : "quick";
    }

    String anyState(String machine) {
        Machine known = Machines.FIRST.getOrDefault(machine, Machines.FIRST.get("quick"));
        List<String> states = known.axes().values().stream()
                .flatMap(axis -> axis.states().stream())
                .toList();
        return pick(states);
    }

    /** Where an axis may well go from here. */
    String likelyState(String id, String axis) {
        Item item = find(id);
        AxisState at = item == null ? null : item.axes().get(axis);
        Axis def = at == null ? null : Machines.FIRST.get(item.machine()).axes().get(axis);
        List<String> edges = def == null ? List.of() : def.edges().getOrDefault(at.state(), List.of());
        return maybe(edges).orElseGet(() -> anyState(machineOf(id)));
    }

    /** A token that is nearly right: its epoch or its claim id, but not both. */
    Token anyToken(String id, String axis) {
        Item item = find(id);
        AxisState at = item == null ? null : item.axes().get(axis);
        if (at == null) {
            return new Token(1, "forged");
        }
        boolean right = at.lease() != null && random.nextBoolean();
        long off = right ? random.nextInt(2) * 2 - 1 : random.nextInt(3) - 1;
        return new Token(at.epoch() + off, right ? at.lease().claimId() : "forged-" + ids++);
    }

    private Item find(String id) {
        int home = Routing.partition(TENANT, keyOf(id), partitions.size());
        Item item = partitions.get(home).rows().get(Item.key(TENANT, id));
        return item != null && Machines.FIRST.containsKey(item.machine()) ? item : null;
    }

    private <T> Optional<T> maybe(List<T> from) {
        return from.isEmpty() ? Optional.empty() : Optional.of(pick(from));
    }

    <T> T pick(List<T> from) {
        return from.get(random.nextInt(from.size()));
    }
}

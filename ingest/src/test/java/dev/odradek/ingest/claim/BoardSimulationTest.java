package dev.odradek.ingest.claim;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Several instances over one log, with crashes, repeats, lost answers and claims that overtake one another.
 *
 * <p>The seed is the name of the test: {@code -Dodradek.seed=n} runs only that one.
 */
class BoardSimulationTest {
    private static final int STEPS = 400;
    /** Much of the first; of the others now and then. */
    private static final List<Line> LINES =
            List.of(new Line("acme", "status"), new Line("acme", "sync"), new Line("globex", "status"));

    private static final List<Wish> WISHES = List.of(
            new Wish("acme", null), new Wish("acme", "status"), new Wish("acme", "sync"), new Wish("globex", null));

    static Stream<Long> seeds() {
        Long one = Long.getLong("odradek.seed");
        return one == null ? LongStream.range(0, 100).boxed() : Stream.of(one);
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void nothingIsForgottenNorGrantedTwiceNorWaitsWhileSomebodyIsFree(long seed) {
        Random random = new Random(seed);
        SimLog log = new SimLog(random);
        Map<LanePartition, Long> committed = new HashMap<>();
        List<SimInstance> instances = new ArrayList<>();
        int count = 1 + random.nextInt(3);
        for (int i = 0; i < count; i++) {
            instances.add(new SimInstance(log, random, committed));
        }

        for (int step = 0; step < STEPS; step++) {
            step(random, log, instances);
            check(log, instances, committed);
        }
        calm(log, instances);
        checkNobodyWaitsInVain(log, instances);
    }

    private static void step(Random random, SimLog log, List<SimInstance> instances) {
        SimInstance one = instances.get(random.nextInt(instances.size()));
        switch (random.nextInt(20)) {
            case 0, 1, 2, 3 -> log.create(LINES.get(Math.max(0, random.nextInt(12) - 9)));
            case 4, 5, 6, 7 -> one.readLanes(1 + random.nextInt(8));
            case 8, 9, 10 -> one.readFacts(1 + random.nextInt(8));
            case 11 -> one.arrive(WISHES.get(random.nextInt(WISHES.size())));
            case 12, 13 -> one.claim();
            case 14, 15 -> {
                if (log.hasClaims()) {
                    log.decide();
                }
            }
            case 16 -> one.commit();
            case 17 -> any(random, log, SimLog.Item::isHeld, item -> log.end(item, random.nextInt(3) == 0));
            case 18 ->
                any(random, log, SimLog.Item::isOffered, item -> {
                    if (random.nextBoolean()) {
                        log.redispatch(item);
                    } else {
                        log.takenElsewhere(item);
                    }
                });
            default -> {
                if (random.nextInt(4) == 0) {
                    one.crash();
                }
            }
        }
    }

    private static void any(Random random, SimLog log, Predicate<SimLog.Item> which, Consumer<SimLog.Item> action) {
        List<SimLog.Item> found = new ArrayList<>();
        log.items().forEach(item -> {
            if (which.test(item)) {
                found.add(item);
            }
        });
        if (!found.isEmpty()) {
            action.accept(found.get(random.nextInt(found.size())));
        }
    }

    /** Every offered item is on every board or still to be read there, and by whoever begins now. */
    private static void check(SimLog log, List<SimInstance> instances, Map<LanePartition, Long> committed) {
        for (SimLog.Item item : log.items()) {
            if (!item.isOffered()) {
                continue;
            }
            if (committed.getOrDefault(item.lane(), 0L) > item.offset()) {
                throw new AssertionError(item + " is lost to whoever begins now at " + committed);
            }
            for (SimInstance each : instances) {
                QueueOffers offers = each.offers();
                if (!offers.holds(item.key())
                        && !offers.isUnread(item.lane(), item.key().line(), item.offset())) {
                    throw new AssertionError(item + " is neither on the board nor still to be read");
                }
            }
        }
    }

    /** Nothing new happens, and everybody does what is to be done until nothing changes any more. */
    private static void calm(SimLog log, List<SimInstance> instances) {
        for (int round = 0; round < 100; round++) {
            for (SimInstance each : instances) {
                each.readFacts(1_000);
                each.readLanes(1_000);
                while (each.claim()) {}
            }
            while (log.hasClaims()) {
                log.decide();
            }
        }
    }

    private static void checkNobodyWaitsInVain(SimLog log, List<SimInstance> instances) {
        for (SimLog.Item item : log.items()) {
            if (item.isOffered()) {
                assertThat(instances)
                        .as("%s waits, so that nobody may be free", item.key())
                        .noneMatch(each -> each.waiting().stream()
                                .anyMatch(wish -> wish.includes(item.key().line())));
            }
        }
    }
}

package dev.odradek.statestore.sim;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** What is on its way: it may arrive out of order, twice, or never. */
final class Channel<T> {
    private final List<T> onTheWay = new ArrayList<>();
    /** Second copies, which arrive much later. */
    private final List<T> echoes = new ArrayList<>();

    private final Random random;
    private final Tally tally;
    private final Fault duplicated;
    private final Fault reordered;

    Channel(Random random, Tally tally, Fault duplicated, Fault reordered) {
        this.random = random;
        this.tally = tally;
        this.duplicated = duplicated;
        this.reordered = reordered;
    }

    void put(T thing) {
        onTheWay.add(thing);
    }

    boolean isEmpty() {
        return onTheWay.isEmpty();
    }

    void clear() {
        onTheWay.clear();
    }

    /** The next to arrive; without faults just the first. */
    Optional<T> take(boolean faults) {
        if (faults && !echoes.isEmpty() && random.nextInt(10) == 0) {
            return Optional.of(echoes.remove(random.nextInt(echoes.size())));
        }
        if (onTheWay.isEmpty()) {
            return Optional.empty();
        }
        int at = 0;
        if (faults && onTheWay.size() > 1 && random.nextInt(4) == 0) {
            at = random.nextInt(onTheWay.size());
            if (at > 0) {
                tally.count(reordered);
            }
        }
        if (faults && random.nextInt(12) == 0) {
            tally.count(duplicated);
            echoes.add(onTheWay.get(at));
        }
        return Optional.of(onTheWay.remove(at));
    }
}

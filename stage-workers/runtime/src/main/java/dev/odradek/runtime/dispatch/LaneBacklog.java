package dev.odradek.runtime.dispatch;

import dev.odradek.topics.event.Lane;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/** Dispatches waiting for a slot: what came back goes first, but while both lanes wait every fourth is fresh. */
public final class LaneBacklog<T> {
    private static final int AGAIN_IN_A_ROW = 3;

    private final Map<Lane, Deque<T>> lanes = new EnumMap<>(Lane.class);
    private int againInARow;

    public LaneBacklog() {
        for (Lane lane : Lane.values()) {
            lanes.put(lane, new ArrayDeque<>());
        }
    }

    public void add(Lane lane, T entry) {
        of(lane).add(entry);
    }

    public Optional<T> next() {
        Deque<T> again = of(Lane.AGAIN);
        Deque<T> normal = of(Lane.NORMAL);
        boolean freshIsDue = againInARow >= AGAIN_IN_A_ROW;
        if (!again.isEmpty() && (normal.isEmpty() || !freshIsDue)) {
            againInARow = normal.isEmpty() ? 0 : againInARow + 1;
            return Optional.of(again.remove());
        }
        againInARow = 0;
        return Optional.ofNullable(normal.poll());
    }

    /** Forgets what {@code gone} says. */
    public void drop(Predicate<T> gone) {
        lanes.values().forEach(lane -> lane.removeIf(gone));
    }

    public int size(Lane lane) {
        return of(lane).size();
    }

    public boolean isEmpty() {
        return of(Lane.AGAIN).isEmpty() && of(Lane.NORMAL).isEmpty();
    }

    private Deque<T> of(Lane lane) {
        Deque<T> entries = lanes.get(lane);
        if (entries == null) {
            throw new IllegalStateException("no lane " + lane);
        }
        return entries;
    }
}

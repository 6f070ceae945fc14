package dev.odradek.runtime.dispatch;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.random.RandomGenerator;

/**
 * Which dispatches of other workers' partitions to help with, where to read on, and when to look again.
 *
 * <p>What the owner's committed offset has not passed, and what was there already a while ago, waits. A helper begins
 * anywhere and goes on from there until it is refused: then somebody else has been there, and it begins elsewhere. Each
 * dispatch is read once and so tried once.
 *
 * @param <P> names a partition
 * @param <T> a dispatch
 */
public final class HelpBook<P, T> {
    private static final long LONGEST_PAUSE_NANOS = Duration.ofSeconds(4).toNanos();
    private static final int MOST_DOUBLINGS = 10;

    private final long afterNanos;
    private final int window;
    private final RandomGenerator random;
    private final Map<P, Shelf<T>> shelves = new LinkedHashMap<>();
    private Optional<Run<P>> run = Optional.empty();
    private int quietLooks;
    private boolean followedUp;
    private long pauseNanos;

    /** How far a partition's owner has come, and how far it could. */
    public record Lag(long committed, long end) {}

    /** From where on one dispatch is tried after the other. */
    private record Run<P>(P partition, long start, long last) {}

    /**
     * A book that knows of nothing yet.
     *
     * @param after how long a dispatch lies before others help with it
     * @param window when no more than half of it is left of a partition, reading goes on
     */
    public HelpBook(Duration after, int window, RandomGenerator random) {
        this.afterNanos = after.toNanos();
        this.window = window;
        this.random = random;
        this.pauseNanos = afterNanos;
    }

    /** What a look at all partitions of others has shown; a partition not named is no longer another's. */
    public synchronized void looked(Map<P, Lag> lags, long nowNanos) {
        shelves.keySet().retainAll(lags.keySet());
        boolean behind = false;
        boolean waiting = false;
        for (Map.Entry<P, Lag> each : lags.entrySet()) {
            Shelf<T> shelf = shelves.computeIfAbsent(each.getKey(), none -> new Shelf<>());
            behind |= shelf.looked(each.getValue(), nowNanos, afterNanos);
            waiting |= shelf.isToBeRead() || !shelf.ripe().isEmpty();
        }
        pause(behind, waiting);
    }

    /** A queue in which everything is claimed at once always looks a little behind: one more look, then patience. */
    private void pause(boolean behind, boolean waiting) {
        boolean followUp = behind && !followedUp;
        followedUp = followUp;
        if (waiting) {
            quietLooks = 0;
        } else if (!followUp) {
            quietLooks++;
        }
        long doubled = afterNanos << Math.min(quietLooks, MOST_DOUBLINGS);
        pauseNanos = followUp ? afterNanos : Math.max(afterNanos, Math.min(LONGEST_PAUSE_NANOS, doubled));
    }

    /** There was own work in between: whatever the looks before have shown is old. */
    public synchronized void hadOwnWork() {
        quietLooks = 0;
        followedUp = false;
    }

    /** How long until the next look. */
    public synchronized long pauseNanos() {
        return pauseNanos;
    }

    /** From which offset on to read which partitions; empty while there is nothing that waits, or no room for it. */
    public synchronized Map<P, Long> toRead() {
        Map<P, Long> offsets = new LinkedHashMap<>();
        shelves.forEach((partition, shelf) -> {
            if (shelf.isToBeRead() && shelf.waiting.size() <= window / 2) {
                offsets.put(partition, shelf.position);
            }
        });
        return offsets;
    }

    /** A dispatch that may be helped with. */
    public synchronized void read(P partition, long offset, T dispatch) {
        Shelf<T> shelf = shelves.get(partition);
        if (shelf != null && offset >= shelf.position) {
            shelf.waiting.put(offset, dispatch);
            shelf.position = offset + 1;
        }
    }

    /** Everything before {@code offset} was read, also what nobody can help with. */
    public synchronized void readUpTo(P partition, long offset) {
        Shelf<T> shelf = shelves.get(partition);
        if (shelf != null) {
            shelf.position = Math.max(shelf.position, offset);
        }
    }

    /** The dispatch to help with next; it is not offered again. */
    public synchronized Optional<T> next() {
        Optional<Run<P>> onward = run.flatMap(this::after).or(this::anywhere);
        run = onward;
        return onward.map(at -> shelf(at.partition()).waiting.remove(at.last()));
    }

    private Optional<Run<P>> after(Run<P> at) {
        Shelf<T> shelf = shelves.get(at.partition());
        Long higher = shelf == null ? null : shelf.ripe().higherKey(at.last());
        return Optional.ofNullable(higher).map(offset -> new Run<>(at.partition(), at.start(), offset));
    }

    private Optional<Run<P>> anywhere() {
        List<Run<P>> starts = new ArrayList<>();
        shelves.forEach((partition, shelf) ->
                shelf.ripe().keySet().forEach(offset -> starts.add(new Run<>(partition, offset, offset))));
        return starts.isEmpty() ? Optional.empty() : Optional.of(starts.get(random.nextInt(starts.size())));
    }

    /** Somebody else was faster. */
    public synchronized void refused(P partition, long offset) {
        // An answer that belongs to an earlier run says nothing about this one.
        run = run.filter(at -> !at.partition().equals(partition) || offset < at.start() || offset > at.last());
    }

    private Shelf<T> shelf(P partition) {
        Shelf<T> shelf = shelves.get(partition);
        if (shelf == null) {
            throw new IllegalStateException("no shelf of " + partition);
        }
        return shelf;
    }

    /** What is known of one partition. */
    private static final class Shelf<T> {
        private final NavigableMap<Long, T> waiting = new TreeMap<>();
        private long position;
        private long ripeEnd;
        private long markedEnd;
        private long markedNanos;
        private boolean marked;

        /** Whether its owner is behind. */
        boolean looked(Lag lag, long nowNanos, long afterNanos) {
            if (marked && nowNanos - markedNanos >= afterNanos) {
                ripeEnd = markedEnd;
            }
            if (!marked || nowNanos - markedNanos >= afterNanos) {
                marked = true;
                markedEnd = lag.end();
                markedNanos = nowNanos;
            }
            position = Math.max(position, lag.committed());
            waiting.headMap(lag.committed()).clear();
            return position < lag.end();
        }

        boolean isToBeRead() {
            return position < ripeEnd;
        }

        /** What has been lying long enough. */
        NavigableMap<Long, T> ripe() {
            return waiting.headMap(ripeEnd, false);
        }
    }
}

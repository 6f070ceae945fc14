package dev.odradek.ingest.claim;

import java.util.TreeSet;

/** Which of a partition's dispatches may still have to be offered to somebody. */
final class Settled {
    private final TreeSet<Long> open = new TreeSet<>();

    void taken(long offset) {
        open.add(offset);
    }

    void settled(long offset) {
        open.remove(offset);
    }

    /** The lowest that is not settled, or {@code next} if all are that have been read. */
    long lowest(long next) {
        return open.isEmpty() ? next : Math.min(next, open.first());
    }

    int open() {
        return open.size();
    }
}

package dev.odradek.ingest.claim;

import dev.odradek.topics.event.Cause;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * How far one partition of a lane has been read, for each line.
 *
 * <p>A line that is full falls behind, and the others are read on; once there is room again, reading goes back for it.
 * So no backlog hides the work of another tenant or axis, and what a board cannot hold stays in the log.
 */
final class LaneReading {
    private final Settled settled = new Settled();
    private final Map<Integer, Cause> highest = new HashMap<>();
    /** The lines that are behind, and the lowest offset that may hold something for them. */
    private final Map<Line, Long> behind = new HashMap<>();
    /** Those that reading has gone back for. */
    private final Set<Line> fetching = new HashSet<>();

    private long frontier;
    private long position;
    private boolean atEnd;

    /** What the reader is to do with the partition. */
    enum Step {
        READ,
        /** Nobody needs more of it just now. */
        REST,
        /** To {@link #position()}. */
        SEEK
    }

    LaneReading(long start) {
        this.frontier = start;
        this.position = start;
    }

    /** Whether a dispatch is to be put up: it is new, and its line has a place for it. */
    boolean takes(long offset, Cause cause, Line line, Predicate<Line> isFull) {
        boolean fresh = offset >= frontier;
        position = offset + 1;
        if (fresh) {
            caughtUp();
            frontier = offset + 1;
            if (!isAboveAllHeard(cause) || behind.containsKey(line)) {
                return false;
            }
        } else if (!fetching.contains(line) || offset < behind.getOrDefault(line, Long.MAX_VALUE)) {
            return false;
        }
        if (isFull.test(line)) {
            behind.put(line, offset);
            fetching.remove(line);
            return false;
        }
        if (!fresh) {
            behind.put(line, offset + 1);
        }
        settled.taken(offset);
        return true;
    }

    /** A record there that is no dispatch. */
    void passed(long offset) {
        position = offset + 1;
        if (position > frontier) {
            caughtUp();
            frontier = position;
        }
    }

    /** Reads uncommitted: what an aborted transaction had written comes again. */
    private boolean isAboveAllHeard(Cause cause) {
        Cause last = highest.get(cause.partition());
        if (last != null && cause.compareTo(last) <= 0) {
            return false;
        }
        highest.put(cause.partition(), cause);
        return true;
    }

    void settled(long offset) {
        settled.settled(offset);
    }

    /** Where the reader stands after a poll, and whether there is nothing more to read for now. */
    void reached(long at, boolean end) {
        position = Math.max(position, at);
        atEnd = end;
        if (position >= frontier) {
            frontier = position;
            caughtUp();
        }
    }

    /** Everything below the frontier has been read for those for whom reading went back. */
    private void caughtUp() {
        behind.keySet().removeAll(fetching);
        fetching.clear();
    }

    /**
     * What to do next.
     *
     * @param hasRoom whether a line has room for more
     * @param goOn whether reading on is of use to anybody
     */
    Step next(Predicate<Line> hasRoom, boolean goOn) {
        if (position < frontier) {
            if (!fetching.isEmpty()) {
                return Step.READ;
            }
            position = frontier;
            return Step.SEEK;
        }
        behind.keySet().stream().filter(hasRoom).forEach(fetching::add);
        if (!fetching.isEmpty()) {
            position = fetching.stream()
                    .mapToLong(line -> behind.getOrDefault(line, frontier))
                    .min()
                    .orElse(frontier);
            return Step.SEEK;
        }
        if (!goOn) {
            // What comes meanwhile is not seen.
            atEnd = false;
            return Step.REST;
        }
        return Step.READ;
    }

    long position() {
        return position;
    }

    /** Whether all that lies here of what is wished for has been put up. */
    boolean isComplete(Wish wish) {
        return atEnd && behind.keySet().stream().noneMatch(wish::includes);
    }

    /** Whether a dispatch at this offset has not been put up for its line yet. */
    boolean isUnread(Line line, long offset) {
        return offset >= behind.getOrDefault(line, frontier);
    }

    /** Where another reader must begin to miss nothing. */
    long watermark() {
        long unread = behind.values().stream().mapToLong(Long::longValue).min().orElse(frontier);
        return settled.lowest(Math.min(unread, frontier));
    }
}

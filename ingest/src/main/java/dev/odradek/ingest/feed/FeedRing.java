package dev.odradek.ingest.feed;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.Optional;

/** The newest notifications, for all who listen: nobody has a queue of its own that could grow. */
final class FeedRing {
    /** So much is written at once. */
    private static final int CHUNK = 32 * 1024;

    private final int most;
    /** The newest is the first: most who read are close to it. */
    private final Deque<FeedLine> lines = new ArrayDeque<>();

    private long floor;
    private long next;

    FeedRing(int most) {
        this.most = most;
    }

    /**
     * A piece of what is there.
     *
     * @param next from where on to read after it
     */
    record Chunk(String text, long next) {}

    /** Everything from this offset on will be added. */
    synchronized void begin(long offset) {
        lines.clear();
        floor = offset;
        next = offset;
    }

    synchronized void add(FeedLine line) {
        lines.addFirst(line);
        next = line.offset() + 1;
        if (lines.size() > most) {
            floor = lines.removeLast().offset() + 1;
        }
    }

    /** Everything before this offset has been added or cannot be read. */
    synchronized void reached(long offset) {
        next = Math.max(next, offset);
    }

    synchronized long next() {
        return next;
    }

    /** Whether nothing from this offset on is missing here. */
    synchronized boolean holds(long from) {
        return from >= floor;
    }

    /** What a tenant has to hear from an offset on, as much as is written at once; absent: some of it is gone. */
    synchronized Optional<Chunk> after(long from, String tenant) {
        if (from < floor) {
            return Optional.empty();
        }
        // From the newest back to where the reader is, then forth.
        Deque<FeedLine> unread = new ArrayDeque<>();
        for (Iterator<FeedLine> newest = lines.iterator(); newest.hasNext(); ) {
            FeedLine line = newest.next();
            if (line.offset() < from) {
                break;
            }
            unread.addFirst(line);
        }
        StringBuilder text = new StringBuilder();
        long read = Math.max(from, next);
        for (FeedLine line : unread) {
            if (text.length() >= CHUNK) {
                read = line.offset();
                break;
            }
            if (line.tenant().equals(tenant)) {
                text.append(line.event());
            }
        }
        return Optional.of(new Chunk(text.toString(), read));
    }
}

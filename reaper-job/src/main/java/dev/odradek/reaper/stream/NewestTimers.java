package dev.odradek.reaper.stream;

import dev.odradek.reaper.deadline.Deadlines;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.PriorityQueue;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The timers that were set last, found by slot, by when to look and by how long ago they were set.
 *
 * <p>Most timers are overwritten within seconds: here that costs no more than a look into a map.
 */
final class NewestTimers {
    /** What a timer takes besides its name and its row, in bytes, roughly. */
    private static final int OVERHEAD = 240;

    /** Timers of the same 64 ms are kept together, in no order: it is made when somebody looks. */
    private static final int SPAN = 6;

    private static final Comparator<Node> IN_ORDER =
            Comparator.<Node>comparingLong(node -> node.index).thenComparing(node -> node.slot);

    private final Map<String, Node> bySlot = new HashMap<>();
    /** How many of them each incarnation's silence ends. */
    private final Map<String, Integer> held = new HashMap<>();

    private final NavigableMap<Long, Span> spans = new TreeMap<>();
    private @Nullable Span lastSpan;
    private @Nullable Node oldest;
    private @Nullable Node newest;

    /** A timer that is not yet on disk as it stands here. */
    static final class Node {
        private final String slot;
        private byte[] row;
        private @Nullable String incarnation;
        private long index;
        private long generation;
        private @Nullable Node older;
        private @Nullable Node newer;
        private @Nullable Span span;
        private @Nullable Node before;
        private @Nullable Node behind;

        private Node(String slot, byte[] row) {
            this.slot = slot;
            this.row = row;
        }

        String slot() {
            return slot;
        }

        byte[] row() {
            return row;
        }

        int weight() {
            return OVERHEAD + slot.length() + row.length;
        }
    }

    /** Timers of one span of time. */
    private static final class Span {
        private final long number;
        private @Nullable Node first;

        private Span(long number) {
            this.number = number;
        }
    }

    int size() {
        return bySlot.size();
    }

    boolean has(String slot) {
        return bySlot.containsKey(slot);
    }

    /** Whether the silence of this incarnation ends any of them. */
    boolean isHeldBy(String incarnation) {
        return held.containsKey(incarnation);
    }

    @Nullable Node find(String slot) {
        return bySlot.get(slot);
    }

    /**
     * Puts a row in its slot.
     *
     * @param arrived whether it is news from the topic: else it must reach the disk no later than what it follows from
     * @return by how much the weight of all has grown
     */
    int put(String slot, byte[] row, long generation, boolean arrived) {
        Node node = bySlot.get(slot);
        int weight = 0;
        if (node == null) {
            node = new Node(slot, row);
            bySlot.put(slot, node);
            append(node, generation);
        } else {
            weight = node.weight();
            forget(node);
            if (arrived) {
                unlink(node);
                append(node, generation);
            }
        }
        node.row = row;
        node.index = ArmedBytes.index(row);
        node.incarnation = ArmedBytes.incarnation(row);
        enterSpan(node);
        if (node.incarnation != null) {
            held.merge(node.incarnation, 1, Integer::sum);
        }
        return node.weight() - weight;
    }

    /** Takes a slot out, and says by how much the weight of all has shrunk. */
    int remove(String slot) {
        Node node = bySlot.remove(slot);
        if (node == null) {
            return 0;
        }
        forget(node);
        unlink(node);
        return node.weight();
    }

    /** Those of this generation or an earlier one, or the {@code least} oldest if those are more; oldest first. */
    List<Node> oldest(long generation, int least) {
        List<Node> found = new ArrayList<>();
        for (Node node = oldest;
                node != null && (node.generation <= generation || found.size() < least);
                node = node.newer) {
            found.add(node);
        }
        return found;
    }

    /** The generation of the oldest, or this one if there are none. */
    long oldestGeneration(long none) {
        return oldest == null ? none : oldest.generation;
    }

    /** The first {@code most} with an index from {@code from} to {@code until}, both included, in order. */
    List<Deadlines.Entry> due(long from, long until, int most) {
        List<Deadlines.Entry> found = new ArrayList<>();
        if (from > until) {
            return found;
        }
        for (Span span : spans.subMap(from >> SPAN, true, until >> SPAN, true).values()) {
            for (Node node : first(span, from, until, most - found.size())) {
                found.add(new Deadlines.Entry(node.index, node.slot));
            }
            if (found.size() == most) {
                break;
            }
        }
        return found;
    }

    private static List<Node> first(Span span, long from, long until, int most) {
        PriorityQueue<Node> kept = new PriorityQueue<>(IN_ORDER.reversed());
        for (Node node = span.first; node != null; node = node.behind) {
            if (node.index >= from && node.index <= until) {
                kept.add(node);
                if (kept.size() > most) {
                    kept.remove();
                }
            }
        }
        List<Node> sorted = new ArrayList<>(kept);
        sorted.sort(IN_ORDER);
        return sorted;
    }

    /** It is no longer found by when to look, nor by whose silence ends it. */
    private void forget(Node node) {
        leaveSpan(node);
        if (node.incarnation != null) {
            held.computeIfPresent(node.incarnation, (who, many) -> many == 1 ? null : many - 1);
        }
    }

    private void append(Node node, long generation) {
        node.generation = generation;
        node.older = newest;
        node.newer = null;
        if (newest == null) {
            oldest = node;
        } else {
            newest.newer = node;
        }
        newest = node;
    }

    private void unlink(Node node) {
        if (node.older == null) {
            oldest = node.newer;
        } else {
            node.older.newer = node.newer;
        }
        if (node.newer == null) {
            newest = node.older;
        } else {
            node.newer.older = node.older;
        }
    }

    private void enterSpan(Node node) {
        Span span = span(node.index >> SPAN);
        node.span = span;
        node.before = null;
        node.behind = span.first;
        if (span.first != null) {
            span.first.before = node;
        }
        span.first = node;
    }

    /** One that is left empty goes at once, so that looking for the next never walks over many. */
    private void leaveSpan(Node node) {
        if (node.behind != null) {
            node.behind.before = node.before;
        }
        if (node.before != null) {
            node.before.behind = node.behind;
        } else if (node.span != null) {
            node.span.first = node.behind;
            if (node.behind == null) {
                spans.remove(node.span.number);
                lastSpan = null;
            }
        }
    }

    private Span span(long number) {
        // What is set in a flood is due at about the same time.
        if (lastSpan == null || lastSpan.number != number) {
            lastSpan = spans.computeIfAbsent(number, Span::new);
        }
        return lastSpan;
    }
}

package dev.odradek.runtime;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** Gathers what is ready into batches: a full one at once, a smaller one when its first member has waited enough. */
final class BatchWindow<T> {
    private final int size;
    private final int mostCalls;
    private final long lingerNanos;
    private final Deque<Waiting<T>> waiting = new ArrayDeque<>();
    private int calls;

    private record Waiting<T>(T entry, long since) {}

    BatchWindow(int size, int mostCalls, long lingerNanos) {
        this.size = size;
        this.mostCalls = mostCalls;
        this.lingerNanos = lingerNanos;
    }

    void add(T entry, long nowNanos) {
        waiting.add(new Waiting<>(entry, nowNanos));
    }

    /** The batch to call the handler with now, if there is one; it counts as a call until {@link #finished}. */
    List<T> next(long nowNanos) {
        if (calls >= mostCalls || waiting.isEmpty() || (waiting.size() < size && dueIn(nowNanos) > 0)) {
            return List.of();
        }
        calls++;
        List<T> batch = new ArrayList<>();
        while (batch.size() < size && !waiting.isEmpty()) {
            batch.add(waiting.remove().entry());
        }
        return batch;
    }

    void finished() {
        calls--;
    }

    /** How long until an incomplete batch is due; 0 if it is, or if nothing waits. */
    long dueIn(long nowNanos) {
        Waiting<T> first = waiting.peek();
        return first == null ? 0 : Math.max(0, first.since() + lingerNanos - nowNanos);
    }

    boolean isWaiting() {
        return !waiting.isEmpty();
    }
}

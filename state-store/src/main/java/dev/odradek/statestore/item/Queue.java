package dev.odradek.statestore.item;

import dev.odradek.statestore.core.Key;
import dev.odradek.statestore.core.View;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A queue as one partition sees it.
 *
 * @param head the first place in its waiting line that may be taken
 * @param tail the next free place in it
 * @param inFlight what a limited queue has dispatched or held, sorted: a set of items, so that nothing can leak
 */
public record Queue(boolean paused, @Nullable String reason, long head, long tail, List<String> inFlight) {
    static final Queue OPEN = new Queue(false, null, 0, 0, List.of());

    public Queue {
        inFlight = List.copyOf(inFlight);
    }

    public static String prefix(String tenant) {
        return "queue/" + tenant + "/";
    }

    public static Key<Queue> key(String tenant, String queue) {
        return new Key<>(prefix(tenant) + queue, Queue.class);
    }

    static Queue of(View view, String tenant, String queue) {
        Queue found = view.get(key(tenant, queue));
        return found == null ? OPEN : found;
    }

    /** Whether anyone stands in line. */
    boolean hasWaiting() {
        return tail > head;
    }

    Queue pausedFor(@Nullable String why) {
        return new Queue(true, why, head, tail, inFlight);
    }

    Queue resumed() {
        return new Queue(false, null, head, tail, inFlight);
    }

    Queue withLine(long nextHead, long nextTail) {
        return new Queue(paused, reason, nextHead, nextTail, inFlight);
    }

    Queue flying(String place) {
        int at = Collections.binarySearch(inFlight, place);
        if (at >= 0) {
            return this;
        }
        List<String> next = new ArrayList<>(inFlight);
        next.add(-at - 1, place);
        return new Queue(paused, reason, head, tail, next);
    }

    Queue landed(String place) {
        int at = Collections.binarySearch(inFlight, place);
        if (at < 0) {
            return this;
        }
        List<String> next = new ArrayList<>(inFlight);
        next.remove(at);
        return new Queue(paused, reason, head, tail, next);
    }
}

package dev.odradek.statestore.item;

import dev.odradek.statestore.core.Key;
import dev.odradek.statestore.core.Recent;
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
 * @param recent the last commands that paused or resumed it, by which a repeat is known
 */
public record Queue(
        boolean paused, @Nullable String reason, long head, long tail, List<String> inFlight, List<String> recent) {
    static final Queue OPEN = new Queue(false, null, 0, 0, List.of(), List.of());

    public Queue {
        inFlight = List.copyOf(inFlight);
        recent = recent == null ? List.of() : List.copyOf(recent);
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

    Queue pausedFor(@Nullable String why, String commandId) {
        return new Queue(true, why, head, tail, inFlight, Recent.and(recent, commandId));
    }

    Queue resumed(String commandId) {
        return new Queue(false, null, head, tail, inFlight, Recent.and(recent, commandId));
    }

    Queue withLine(long nextHead, long nextTail) {
        return new Queue(paused, reason, nextHead, nextTail, inFlight, recent);
    }

    Queue flying(String place) {
        int at = Collections.binarySearch(inFlight, place);
        if (at >= 0) {
            return this;
        }
        List<String> next = new ArrayList<>(inFlight);
        next.add(-at - 1, place);
        return new Queue(paused, reason, head, tail, next, recent);
    }

    Queue landed(String place) {
        int at = Collections.binarySearch(inFlight, place);
        if (at < 0) {
            return this;
        }
        List<String> next = new ArrayList<>(inFlight);
        next.remove(at);
        return new Queue(paused, reason, head, tail, next, recent);
    }
}

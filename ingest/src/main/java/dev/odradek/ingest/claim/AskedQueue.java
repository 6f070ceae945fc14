package dev.odradek.ingest.claim;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** One queue that somebody asks for: what it has on offer, and who waits for it, first come first served. */
final class AskedQueue {
    /** A queue that is not there is looked for again after a tenth of the time it is known for, within these. */
    private static final long SHORTEST_PAUSE = TimeUnit.MILLISECONDS.toNanos(250);

    private static final long LONGEST_PAUSE = TimeUnit.SECONDS.toNanos(8);

    private static final TreeMap<Long, Waiter> NOBODY = new TreeMap<>();

    private final String name;
    private final long since;
    private QueueOffers offers;
    private final Map<String, TreeMap<Long, Waiter>> waiting = new TreeMap<>();
    private final TreeMap<Long, Waiter> late = new TreeMap<>();
    private final Set<String> askers = new HashSet<>();
    private volatile boolean looked;
    private boolean reading;
    private long askedNanos;
    private long lookNanos;

    AskedQueue(String name, QueueOffers offers, long nanos) {
        this.name = name;
        this.offers = offers;
        this.since = nanos;
        this.lookNanos = nanos;
    }

    String name() {
        return name;
    }

    QueueOffers offers() {
        return offers;
    }

    void beginAnew(QueueOffers empty) {
        offers = empty;
        looked = false;
        reading = false;
    }

    void asked(String tenant, long nanos) {
        askers.add(tenant);
        askedNanos = nanos;
    }

    boolean isAskedBy(String tenant) {
        return askers.contains(tenant);
    }

    long askedNanos() {
        return askedNanos;
    }

    /** Whether its lanes are there, as far as is known. */
    void found(boolean there, long nanos) {
        looked = true;
        reading = there;
        lookNanos = nanos + Math.min(Math.max((nanos - since) / 10, SHORTEST_PAUSE), LONGEST_PAUSE);
    }

    /** Whether it is to be looked for. */
    boolean isDue(long nanos) {
        return !reading && (!looked || nanos - lookNanos >= 0);
    }

    /** Since when, or from when on, it is to be looked for. */
    long lookNanos() {
        return lookNanos;
    }

    /** Whether the reader has looked for it yet. */
    boolean isKnown() {
        return looked;
    }

    boolean isReading() {
        return reading;
    }

    /** Whether all that is on offer is known: nothing is, if there is no such queue. */
    boolean isComplete(Wish wish) {
        return looked && (!reading || offers.isComplete(wish));
    }

    boolean isWaitedFor() {
        return !waiting.isEmpty();
    }

    /** What those who wait want, whether or not there is some. */
    Set<Wish> wishes() {
        return waiting.values().stream()
                .flatMap(line -> line.values().stream())
                .map(Waiter::wish)
                .collect(Collectors.toSet());
    }

    void await(long turn, Waiter waiter) {
        waiting.computeIfAbsent(waiter.tenant(), none -> new TreeMap<>()).put(turn, waiter);
        if (waiter.isLate()) {
            late.put(turn, waiter);
        }
    }

    /** It has waited for as long as it meant to: it stays only until it is known that there is nothing. */
    void late(long turn, Waiter waiter) {
        if (waiting.getOrDefault(waiter.tenant(), NOBODY).containsKey(turn)) {
            late.put(turn, waiter);
        }
    }

    /** Whether it was still waiting. */
    boolean leave(long turn, String tenant) {
        late.remove(turn);
        TreeMap<Long, Waiter> line = waiting.get(tenant);
        boolean left = line != null && line.remove(turn) != null;
        if (line != null && line.isEmpty()) {
            waiting.remove(tenant);
        }
        return left;
    }

    /** Gives what is free to those who wait. */
    List<Runnable> serve(String tenant) {
        List<Runnable> toDo = new ArrayList<>();
        if (!offers.hasFree(tenant)) {
            return toDo;
        }
        for (Map.Entry<Long, Waiter> each :
                List.copyOf(waiting.getOrDefault(tenant, NOBODY).entrySet())) {
            Waiter waiter = each.getValue();
            List<Offer> reserved = reserve(waiter);
            if (!reserved.isEmpty()) {
                leave(each.getKey(), tenant);
                toDo.add(() -> waiter.take(reserved));
            } else if (waiter.axis() == null) {
                // There is nothing free at all.
                break;
            }
        }
        return toDo;
    }

    /** Lets those go who have waited long enough for nothing. */
    List<Runnable> letGo() {
        List<Runnable> toDo = new ArrayList<>();
        for (Map.Entry<Long, Waiter> each : List.copyOf(late.entrySet())) {
            Waiter waiter = each.getValue();
            if (isComplete(waiter.wish()) && leave(each.getKey(), waiter.tenant())) {
                toDo.add(waiter::leaveEmpty);
            }
        }
        return toDo;
    }

    private List<Offer> reserve(Waiter waiter) {
        List<Offer> reserved = new ArrayList<>();
        while (reserved.size() < waiter.wants()) {
            Optional<Offer> next = offers.reserve(waiter.tenant(), waiter.axis());
            if (next.isEmpty()) {
                break;
            }
            reserved.add(next.get());
        }
        return reserved;
    }

    /** Everybody leaves, for this instance stops. */
    List<Runnable> dismiss() {
        List<Runnable> all = waiting.values().stream()
                .flatMap(line -> line.values().stream())
                .<Runnable>map(waiter -> waiter::leaveEmpty)
                .collect(Collectors.toList());
        waiting.clear();
        late.clear();
        return all;
    }
}

package dev.odradek.ingest.claim;

import dev.odradek.ingest.http.Problem;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * The queues that somebody asks for, and the newest facts: all that readers, requests and answers share.
 *
 * <p>One lock, held only to look and to note; whoever is to be told something is told after it is let go.
 */
@Component
final class Queues {
    private static final Logger LOG = LoggerFactory.getLogger(Queues.class);

    /** How many queues are read at a time. */
    private static final int MOST = 1_000;

    /** How many names one tenant may ask for that nothing is read of, and all of them: names come from outside. */
    static final int MOST_UNREAD = 200;

    private static final int MOST_NAMES = 20_000;
    /** How many of those are looked for in one go: the others are read meanwhile. */
    private static final int LOOKS = 50;

    private static final int FACTS = 20_000;
    private static final long FORGOTTEN_AFTER = Duration.ofMinutes(10).toNanos();
    private static final long UNREAD_FORGOTTEN_AFTER = Duration.ofMinutes(1).toNanos();

    private final OfferBoard.Bounds bounds;
    private final AxisFacts facts = new AxisFacts(FACTS);
    private final Map<String, AskedQueue> byName = new HashMap<>();
    private final List<CountListener> listeners = new CopyOnWriteArrayList<>();
    private final List<Consumer<AxisFact>> factListeners = new CopyOnWriteArrayList<>();
    private volatile Runnable alarm = () -> {};
    private volatile boolean resting;
    private long turns;

    /** Hears that the number of offers of a tenant's queue has changed, or that one is free again. */
    interface CountListener {
        void changed(String queue, String tenant);

        /** Which tenants somebody watches a queue for. */
        Set<String> watching(String queue);
    }

    /** How many offers there are, and whether those are all. */
    record Count(int known, boolean complete) {}

    Queues(ClaimConfig config) {
        this.bounds = config.bounds();
    }

    /** @param reader is run when there is something new for the reader to do */
    void alarm(Runnable reader) {
        this.alarm = reader;
    }

    void listen(CountListener listener) {
        listeners.add(listener);
    }

    /** @param listener hears every fact that is newer than what was known of its axis */
    void listenToFacts(Consumer<AxisFact> listener) {
        factListeners.add(listener);
    }

    /** Somebody is interested in a queue: it is read from here on. */
    Count ask(String name, String tenant) {
        AskedQueue queue;
        Count count;
        synchronized (this) {
            queue = asked(name, tenant);
            count = new Count(queue.offers().count(tenant), queue.isComplete(new Wish(tenant, null)));
        }
        alarm(queue);
        return count;
    }

    private AskedQueue asked(String name, String tenant) {
        long nanos = System.nanoTime();
        AskedQueue queue = byName.get(name);
        if (queue == null || !(queue.isReading() || queue.isAskedBy(tenant))) {
            refuseTooMany(tenant);
        }
        if (queue == null) {
            queue = new AskedQueue(name, new QueueOffers(bounds, facts), nanos);
            byName.put(name, queue);
        }
        queue.asked(tenant, nanos);
        return queue;
    }

    private void refuseTooMany(String tenant) {
        long unread = byName.values().stream()
                .filter(queue -> !queue.isReading() && queue.isAskedBy(tenant))
                .count();
        if (unread >= MOST_UNREAD) {
            throw Problem.OVERLOADED.because("Workers of this tenant ask for more than " + MOST_UNREAD
                    + " queues that are not there; put the machines that have them, or ask again later.");
        }
        long read = byName.values().stream().filter(AskedQueue::isReading).count();
        if (read >= MOST || byName.size() >= MOST_NAMES) {
            throw Problem.OVERLOADED.because("Workers ask for more than " + MOST
                    + " queues here; ask another instance, or wait until some have not been asked for a while.");
        }
    }

    private void alarm(AskedQueue queue) {
        if (!queue.isKnown()) {
            alarm.run();
        }
    }

    /** Its place in line, which it keeps however often it comes back. */
    synchronized long turn() {
        return turns++;
    }

    /** Waits for work; it is served at once if there is some. */
    void await(String name, long turn, Waiter waiter) {
        List<Runnable> toDo;
        AskedQueue queue;
        synchronized (this) {
            queue = asked(name, waiter.tenant());
            queue.await(turn, waiter);
            toDo = queue.serve(waiter.tenant());
            toDo.addAll(queue.letGo());
        }
        tell(toDo);
        alarm(queue);
    }

    /** Has waited for as long as it meant to. */
    void late(String name, long turn, Waiter waiter) {
        change(name, queue -> {
            queue.late(turn, waiter);
            return queue.letGo();
        });
    }

    /** Whether it was still waiting, and does so no more. */
    synchronized boolean leave(String name, long turn, String tenant) {
        AskedQueue queue = byName.get(name);
        return queue != null && queue.leave(turn, tenant);
    }

    /** The log has answered a claim: the offer is over, whoever has it. */
    void strike(String name, Offer offer) {
        change(name, queue -> {
            String tenant = offer.key().tenant();
            queue.offers().strike(offer);
            return List.of(alarmIfRoom(queue, offer.line()), () -> changed(name, tenant));
        });
    }

    /** The reader rests while boards are full: it goes on when there is room. */
    private Runnable alarmIfRoom(AskedQueue queue, Line line) {
        return resting && queue.offers().hasRoom(line) ? alarm : () -> {};
    }

    void resting(boolean rests) {
        this.resting = rests;
    }

    /** Nobody follows the facts any more. */
    synchronized void forgetFacts() {
        facts.clear();
    }

    /** The reader has lost its place: what it has read so far is read again. */
    synchronized void beginAnew() {
        facts.clear();
        byName.values().forEach(queue -> queue.beginAnew(new QueueOffers(bounds, facts)));
    }

    /** Nobody knows what became of a claim: the next one may ask. */
    void putBack(String name, Offer offer) {
        change(name, queue -> {
            String tenant = offer.key().tenant();
            List<Runnable> toDo = new ArrayList<>();
            if (queue.offers().putBack(offer)) {
                toDo.addAll(queue.serve(tenant));
                toDo.add(() -> changed(name, tenant));
            }
            return toDo;
        });
    }

    void hear(AxisFact fact) {
        List<Runnable> toDo = new ArrayList<>();
        synchronized (this) {
            if (!facts.hear(fact)) {
                return;
            }
            for (AskedQueue queue : byName.values()) {
                if (queue.offers().hear(fact)) {
                    toDo.add(alarmIfRoom(queue, fact.key().line()));
                    toDo.add(() -> changed(queue.name(), fact.key().tenant()));
                }
            }
        }
        factListeners.forEach(listener -> listener.accept(fact));
        tell(toDo);
    }

    synchronized Optional<AxisFact> newest(AxisKey key) {
        return facts.of(key);
    }

    /** Has the reader change what is known of a queue, and serves whoever waits for it. */
    void read(String name, Function<QueueOffers, Set<String>> reading) {
        change(name, queue -> {
            List<Runnable> toDo = new ArrayList<>();
            for (String tenant : reading.apply(queue.offers())) {
                toDo.addAll(queue.serve(tenant));
                toDo.add(() -> changed(name, tenant));
            }
            toDo.addAll(queue.letGo());
            return toDo;
        });
    }

    /** The lanes of a queue are there, or not. */
    void found(String name, boolean there) {
        Set<String> watching = watching(name);
        change(name, queue -> {
            queue.found(there, System.nanoTime());
            List<Runnable> toDo = new ArrayList<>(queue.letGo());
            watching.forEach(tenant -> toDo.add(() -> changed(name, tenant)));
            return toDo;
        });
    }

    /** Lets the reader look at a queue. */
    <T> T look(String name, T otherwise, Function<AskedQueue, T> look) {
        synchronized (this) {
            AskedQueue queue = byName.get(name);
            return queue == null ? otherwise : look.apply(queue);
        }
    }

    /** What somebody wants of a queue. */
    Set<Wish> asking(String name) {
        Set<Wish> asking =
                watching(name).stream().map(tenant -> new Wish(tenant, null)).collect(Collectors.toSet());
        asking.addAll(look(name, Set.of(), AskedQueue::wishes));
        return asking;
    }

    private Set<String> watching(String name) {
        return listeners.stream()
                .flatMap(listener -> listener.watching(name).stream())
                .collect(Collectors.toSet());
    }

    /** The queues that are to be looked for, those that have waited for it longest. */
    synchronized List<String> due(long nanos) {
        return byName.values().stream()
                .filter(queue -> queue.isDue(nanos))
                .sorted(Comparator.comparingLong(queue -> queue.lookNanos() - nanos))
                .limit(LOOKS)
                .map(AskedQueue::name)
                .toList();
    }

    /** Forgets the queues that nobody has asked for in a while. */
    List<String> forget(long nanos) {
        List<String> unwatched =
                names().stream().filter(name -> watching(name).isEmpty()).toList();
        synchronized (this) {
            List<String> gone = unwatched.stream()
                    .filter(name -> isForgotten(byName.get(name), nanos))
                    .toList();
            gone.forEach(byName::remove);
            return gone;
        }
    }

    private static boolean isForgotten(@Nullable AskedQueue queue, long nanos) {
        return queue != null
                && !queue.isWaitedFor()
                && nanos - queue.askedNanos() > (queue.isReading() ? FORGOTTEN_AFTER : UNREAD_FORGOTTEN_AFTER);
    }

    private synchronized List<String> names() {
        return List.copyOf(byName.keySet());
    }

    /** Everybody who waits leaves. */
    void dismiss() {
        List<Runnable> toDo = new ArrayList<>();
        synchronized (this) {
            byName.values().forEach(queue -> toDo.addAll(queue.dismiss()));
        }
        tell(toDo);
    }

    private void change(String name, Function<AskedQueue, List<Runnable>> change) {
        List<Runnable> toDo;
        synchronized (this) {
            AskedQueue queue = byName.get(name);
            toDo = queue == null ? List.of() : change.apply(queue);
        }
        tell(toDo);
    }

    /** One who fails must not keep the others waiting: they have left the line already. */
    private static void tell(List<Runnable> toDo) {
        for (Runnable each : toDo) {
            try {
                each.run();
            } catch (RuntimeException e) {
                LOG.atError().setCause(e).log("somebody who waits for work could not be told of it");
            }
        }
    }

    private void changed(String queue, String tenant) {
        Consumer<CountListener> tell = listener -> listener.changed(queue, tenant);
        listeners.forEach(tell);
    }
}

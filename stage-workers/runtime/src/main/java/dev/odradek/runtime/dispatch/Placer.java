package dev.odradek.runtime.dispatch;

import dev.odradek.topics.event.DispatchRecord;
import dev.odradek.topics.event.Lane;
import java.time.Duration;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings waiting dispatches to the desk, one per free slot, on its own thread: the poll thread never waits for a slot.
 *
 * <p>While slots are free the poll thread may bring some few itself, which spares it the waking of another.
 */
final class Placer {
    private static final Logger LOG = LoggerFactory.getLogger(Placer.class);
    private static final Duration SLOT_WAIT = Duration.ofMillis(200);
    private static final long ENTRY_WAIT_MS = 200;
    private static final long LONG_NANOS = Duration.ofMillis(50).toNanos();

    private final Slots slots;
    private final Desk desk;
    private final Unreadable unreadable;
    private final LaneBacklog<Entry> backlog = new LaneBacklog<>();
    private final StopSignal stop = new StopSignal();
    private final Supplier<Optional<Offer>> others;
    private final Thread thread;
    /** Held from the choice of an entry until it is placed, so that they are placed in order. */
    private final Lock placing = new ReentrantLock();

    private volatile Set<Lane> paused = Set.of();
    /** What somebody waits for on the backlog's lock; 0 if nobody does. */
    private int roomBelow;

    /** Whether there may be something new to place; under the backlog's lock. */
    private boolean more;

    /** A record that waits, and what to do once it needs no second offer. */
    record Entry(ConsumerRecord<byte[], byte[]> record, Receipt receipt) {
        boolean isOf(Collection<TopicPartition> partitions) {
            return partitions.contains(new TopicPartition(record.topic(), record.partition()));
        }
    }

    /** @param others what to do while nothing waits here */
    Placer(String queue, Slots slots, Desk desk, Unreadable unreadable, Supplier<Optional<Offer>> others) {
        this.slots = slots;
        this.desk = desk;
        this.unreadable = unreadable;
        this.others = others;
        this.thread = new Thread(this::run, "odradek-placer-" + queue);
        this.thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    /** If a lane is paused, waits until its backlog is below a mark; whether there was anything to wait for. */
    boolean awaitRoom(int below, Duration patience) {
        if (paused.isEmpty()) {
            return false;
        }
        long deadline = System.nanoTime() + patience.toNanos();
        synchronized (backlog) {
            long left = patience.toMillis();
            roomBelow = below;
            while (left > 0 && !hasRoom()) {
                try {
                    backlog.wait(left);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    left = 0;
                    continue;
                }
                left = Duration.ofNanos(deadline - System.nanoTime()).toMillis();
            }
            roomBelow = 0;
        }
        return true;
    }

    private boolean hasRoom() {
        return paused.stream().anyMatch(lane -> backlog.size(lane) < roomBelow);
    }

    /** Whether a lane is not fetched until there is room. */
    void paused(Lane lane, boolean is) {
        Set<Lane> lanes = EnumSet.noneOf(Lane.class);
        lanes.addAll(paused);
        if (is) {
            lanes.add(lane);
        } else {
            lanes.remove(lane);
        }
        this.paused = lanes;
    }

    /** They wait until somebody places them or is told to look. */
    void add(Lane lane, List<Entry> entries) {
        synchronized (backlog) {
            entries.forEach(entry -> backlog.add(lane, entry));
        }
    }

    /** There may be something new, here or with others. */
    void lookAgain() {
        synchronized (backlog) {
            more = true;
            backlog.notifyAll();
        }
    }

    /**
     * Places what waits by the caller's hand while there are slots, but not too much of it, and no more after one that
     * took long: to claim may have to wait for the broker. Whether nothing is left.
     */
    boolean placeAtOnce(int most) {
        if (!placing.tryLock()) {
            return false;
        }
        try {
            long begun = System.nanoTime();
            int placed = 0;
            while (!isEmpty()) {
                if (placed++ == most || System.nanoTime() - begun > LONG_NANOS || !slots.tryTake(1)) {
                    return false;
                }
                if (!own().map(this::place).orElse(false)) {
                    slots.free(1);
                }
            }
            return true;
        } finally {
            placing.unlock();
        }
    }

    private boolean isEmpty() {
        synchronized (backlog) {
            return backlog.isEmpty();
        }
    }

    int waiting(Lane lane) {
        synchronized (backlog) {
            return backlog.size(lane);
        }
    }

    void drop(Collection<TopicPartition> partitions) {
        synchronized (backlog) {
            backlog.drop(entry -> entry.isOf(partitions));
        }
    }

    /** Places nothing more once this returns. */
    void stop() {
        stop.give();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        while (!stop.given()) {
            // The slot first: which lane is next is decided as late as can be.
            if (slots.take(1, SLOT_WAIT) && !next()) {
                slots.free(1);
                awaitMore();
            }
        }
    }

    /** Whether the slot has got something to do. */
    private boolean next() {
        placing.lock();
        try {
            while (true) {
                Optional<Entry> first = own();
                Optional<Offer> other = first.isPresent() || stop.given() ? Optional.empty() : others.get();
                if (first.isEmpty() && other.isEmpty()) {
                    return false;
                }
                if (first.map(this::place).orElse(false)
                        || other.map(this::place).orElse(false)) {
                    return true;
                }
            }
        } finally {
            placing.unlock();
        }
    }

    private void awaitMore() {
        synchronized (backlog) {
            try {
                if (!more && backlog.isEmpty()) {
                    backlog.wait(ENTRY_WAIT_MS);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            more = false;
        }
    }

    private Optional<Entry> own() {
        synchronized (backlog) {
            Optional<Entry> first = stop.given() ? Optional.empty() : backlog.next();
            if (roomBelow > 0 && hasRoom()) {
                backlog.notifyAll();
            }
            return first;
        }
    }

    private boolean place(Offer offer) {
        return take(() -> Optional.of(offer.dispatch()), offer.receipt());
    }

    private boolean place(Entry entry) {
        return take(() -> unreadable.read(entry.record()), entry.receipt());
    }

    private boolean take(Supplier<Optional<DispatchRecord>> read, Receipt receipt) {
        try {
            Optional<DispatchRecord> dispatch = read.get();
            boolean taken = dispatch.isPresent() && desk.take(dispatch.get(), receipt);
            if (!taken) {
                receipt.settled();
            }
            return taken;
        } catch (RuntimeException e) {
            LOG.atError().setCause(e).log("a dispatch could not be taken; it is offered again after a restart");
            return false;
        }
    }
}

package dev.odradek.client;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** A processor at work: one thread claims, whoever wakes it, so that never more runs than it is allowed to. */
public final class Running implements AutoCloseable {
    private static final Logger LOG = System.getLogger(Running.class.getName());
    private static final int LARGEST_CLAIM = 100;

    private final Processor processor;
    private final OdradekClient client;
    private final Terms terms;
    private final Identity identity;
    private final Hands hands;
    private final Pulse pulse;
    private final Settling settling;
    private final Semaphore wake = new Semaphore(0);
    private final Semaphore beatNow = new Semaphore(0);
    private final CountDownLatch stopping = new CountDownLatch(1);
    private final CountDownLatch ended = new CountDownLatch(1);
    private boolean listening;

    private Running(Processor processor, OdradekClient client, Terms terms) {
        if (processor.queue().isBlank() || processor.concurrency() < 1) {
            throw new IllegalArgumentException(
                    processor.getClass().getName() + " needs a queue to work on and a concurrency of at least 1");
        }
        this.processor = processor;
        this.client = client;
        this.terms = terms;
        this.identity = new Identity(processor.role());
        this.hands = new Hands(processor.concurrency());
        this.pulse = new Pulse(client, identity, terms, hands);
        this.settling = new Settling(client);
    }

    static Running start(Processor processor, OdradekClient client, Terms terms) {
        Running running = new Running(processor, client, terms);
        running.thread("beat", running::beat);
        running.thread("claim", running::work);
        return running;
    }

    /** The worker's id. */
    public String worker() {
        return identity.worker();
    }

    /** Takes nothing more; what is running goes on. */
    public void stop() {
        stopping.countDown();
        hands.stop();
        wake.release();
    }

    /** Waits until the processor has stopped. */
    public void join() throws InterruptedException {
        ended.await();
    }

    /** Stops, and waits until what is running has ended or was given back. */
    @Override
    public void close() {
        stop();
        try {
            join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void work() {
        LOG.log(Level.INFO, "{0} works on {1} of {2}", identity.worker(), processor.queue(), client.url());
        try {
            drainOrLog();
            subscribe();
            while (!hands.isStopping()) {
                wake.tryAcquire(terms.pollBackstop().toNanos(), TimeUnit.NANOSECONDS);
                wake.drainPermits();
                drainOrLog();
            }
            finish();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            ended.countDown();
            beatNow.release();
        }
        LOG.log(Level.INFO, "{0} has stopped", identity.worker());
    }

    private void drainOrLog() throws InterruptedException {
        try {
            drain();
        } catch (RuntimeException e) {
            LOG.log(
                    Level.WARNING,
                    "claiming from {0} failed, the next wake-up tries again: {1}",
                    processor.queue(),
                    e.getMessage());
        }
    }

    /** Claims as much as there are free slots for, until nothing is left; a batch once. */
    private void drain() throws InterruptedException {
        int batch = processor.batch();
        for (int free = awaitFree(); free > 0; free = awaitFree()) {
            List<Item> items = claim(Math.min(batch > 0 ? batch : free, LARGEST_CLAIM));
            boolean stopping = hands.isStopping();
            List<Item> late =
                    items.stream().filter(item -> stopping || item.cancelled()).toList();
            settling.giveBack(late);
            hands.forget(late);
            items.removeAll(late);
            if (batch > 0 && !items.isEmpty()) {
                begin(items);
            } else {
                items.forEach(item -> begin(List.of(item)));
            }
            if (batch > 0 && items.size() == batch) {
                // A full window hints at another, which is a wake-up of its own.
                wake.release();
            }
            if (batch > 0 || items.isEmpty()) {
                return;
            }
        }
    }

    private int awaitFree() throws InterruptedException {
        if (hands.areFull()) {
            // Nothing more can be taken for now, and what it holds may be taken away.
            subscribe();
        }
        return hands.awaitFree();
    }

    /** Begins to listen, once: when the first drain has ended or has all hands full. */
    private void subscribe() {
        if (!listening) {
            listening = true;
            thread("events", this::listen);
        }
    }

    private List<Item> claim(int most) {
        long sent = System.nanoTime();
        String incarnation = identity.incarnation();
        List<Claimed> claims;
        try {
            claims = client.claim(
                    processor.queue(),
                    new Wanted(identity.worker(), incarnation, processor.axis(), most, Duration.ZERO));
        } catch (ApiException e) {
            if (e.status() == 0 || e.status() >= 500) {
                // It may have been granted all the same.
                identity.beginAnew();
            }
            throw e;
        }
        Duration pause = pulse.pause();
        List<Item> items = new ArrayList<>();
        for (Claimed claimed : claims) {
            Duration lease = terms.lease().compareTo(claimed.lease()) < 0 ? terms.lease() : claimed.lease();
            Item item = new Item(claimed, incarnation, new Fence(pulse.heed(claimed.silence()), lease, sent));
            items.add(item);
            hands.hold(item);
            Duration third = lease.dividedBy(3);
            Duration interval = terms.heartbeat().compareTo(third) < 0 ? terms.heartbeat() : third;
            thread("heartbeat", () -> pulse.keep(item, interval, sent));
        }
        if (System.nanoTime() - sent > pulse.pause().toNanos() / 2
                || pulse.pause().compareTo(pause) < 0) {
            // It counts from when it was asked for, and much of that time is over.
            beatNow.release();
        }
        return items;
    }

    private void begin(List<Item> items) {
        hands.begin();
        thread("process", () -> run(items));
    }

    private void run(List<Item> items) {
        try {
            List<Result> results = results(items);
            for (int each = 0; each < items.size(); each++) {
                settling.settle(items.get(each), results.get(each));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            hands.end(items);
        }
    }

    // Whatever a handler throws, an Error too, is its items' failure and not the worker's.
    @SuppressWarnings("CatchThrowable")
    private List<Result> results(List<Item> items) {
        try {
            return processor.batch() == 0
                    ? Window.results(1, Collections.singletonList(processor.process(items.get(0))))
                    : Window.results(items.size(), processor.processBatch(items));
        } catch (Throwable failure) {
            LOG.log(
                    Level.WARNING,
                    "process failed on " + items.stream().map(Item::id).toList(),
                    failure);
            return Collections.nCopies(items.size(), new Result.Failed(failure.toString()));
        }
    }

    /**
     * Has every push of a count wake the worker, and every lost claim cancel its item; a stream that drops is opened
     * again, for ever.
     */
    private void listen() {
        try {
            do {
                String reason;
                try (CountStream stream = openStream()) {
                    reason = stream.awaitEnd();
                } catch (RuntimeException e) {
                    reason = e.toString();
                }
                if (!hands.isStopping()) {
                    LOG.log(
                            Level.WARNING,
                            "the stream of {0} dropped, again in {1}: {2}",
                            processor.queue(),
                            terms.sseRetry(),
                            reason);
                }
            } while (!stopping.await(terms.sseRetry().toNanos(), TimeUnit.NANOSECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private CountStream openStream() {
        return client.events(processor.queue(), identity.worker(), this::pushed, this::lost);
    }

    private void lost(String claim) {
        hands.held(claim).ifPresent(item -> {
            LOG.log(Level.WARNING, "{0} is cancelled, or somebody else''s by now", item.id());
            item.fence().lost();
        });
    }

    private void pushed(int count) {
        if (count > 0) {
            wake.release();
        }
    }

    private void beat() {
        try {
            while (ended.getCount() > 0) {
                pulse.beat();
                beatNow.tryAcquire(pulse.pause().toNanos(), TimeUnit.NANOSECONDS);
                beatNow.drainPermits();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void finish() throws InterruptedException {
        List<Item> left = hands.awaitEmpty(terms.drain().toNanos());
        for (Item item : left) {
            LOG.log(Level.WARNING, "{0} did not end within {1} and is given back", item.id(), terms.drain());
        }
        settling.giveBack(left);
    }

    private void thread(String name, Runnable work) {
        Thread thread = new Thread(work, "odradek-" + name + "-" + processor.queue());
        thread.setDaemon(true);
        thread.start();
    }
}

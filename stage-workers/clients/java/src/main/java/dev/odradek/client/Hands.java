package dev.odradek.client;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** What a worker holds and how many calls it may still begin; whoever waits for a change is told of each. */
final class Hands {
    private final Map<String, Item> held = new LinkedHashMap<>();
    private int free;
    private boolean stopping;

    Hands(int concurrency) {
        this.free = concurrency;
    }

    /** Waits for a free slot and says how many there are; 0 once the worker stops. Only one thread may ask. */
    synchronized int awaitFree() throws InterruptedException {
        while (free == 0 && !stopping) {
            wait();
        }
        return stopping ? 0 : free;
    }

    synchronized boolean areFull() {
        return free == 0;
    }

    synchronized void hold(Item item) {
        held.put(item.claim(), item);
    }

    /** One of the free slots is taken. */
    synchronized void begin() {
        free--;
    }

    /** A call has ended, and what became of its items has been said. */
    synchronized void end(List<Item> items) {
        free++;
        forget(items);
    }

    synchronized void forget(List<Item> items) {
        for (Item item : items) {
            item.settle();
            held.remove(item.claim());
        }
        notifyAll();
    }

    synchronized void stop() {
        stopping = true;
        notifyAll();
    }

    synchronized boolean isStopping() {
        return stopping;
    }

    synchronized Optional<Item> held(String claim) {
        return Optional.ofNullable(held.get(claim));
    }

    synchronized List<Item> held() {
        return new ArrayList<>(held.values());
    }

    /** Waits until nothing is held, or so long; what is left. */
    synchronized List<Item> awaitEmpty(long nanos) throws InterruptedException {
        long deadline = System.nanoTime() + nanos;
        long left = nanos;
        while (!held.isEmpty() && left > 0) {
            TimeUnit.NANOSECONDS.timedWait(this, left);
            left = deadline - System.nanoTime();
        }
        return held();
    }
}

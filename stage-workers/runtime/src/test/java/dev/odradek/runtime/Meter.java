package dev.odradek.runtime;

import java.util.concurrent.atomic.AtomicInteger;

/** How many are inside at once, and how many were at most. */
final class Meter {
    private final AtomicInteger inside = new AtomicInteger();
    private final AtomicInteger most = new AtomicInteger();

    void enter() {
        most.accumulateAndGet(inside.incrementAndGet(), Math::max);
    }

    void leave() {
        inside.decrementAndGet();
    }

    int most() {
        return most.get();
    }
}

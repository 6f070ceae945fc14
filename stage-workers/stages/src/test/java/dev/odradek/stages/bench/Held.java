package dev.odradek.stages.bench;

import static dev.odradek.stages.BenchRig.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;

/** Stops the first worker that reaches a moment with a certain item, and lets it go when told. */
final class Held implements Moments {
    private final Map<String, Gate> gates = new ConcurrentHashMap<>();

    private static final class Gate {
        final AtomicBoolean taken = new AtomicBoolean();
        final CountDownLatch open = new CountDownLatch(1);
    }

    /** From here on the next who gets there with the item stays. */
    void hold(Moment moment, String itemId) {
        gates.put(moment + itemId, new Gate());
    }

    /** Returns when somebody stays there. */
    void await(Moment moment, String itemId) {
        eventually(() -> assertThat(gates.get(moment + itemId).taken).isTrue());
    }

    void letGo(Moment moment, String itemId) {
        gates.get(moment + itemId).open.countDown();
    }

    @Override
    public void reached(Moment moment, String itemId) throws InterruptedException {
        Gate gate = gates.get(moment + itemId);
        if (gate != null && gate.taken.compareAndSet(false, true)) {
            gate.open.await();
        }
    }
}

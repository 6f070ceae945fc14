package dev.odradek.statestore.stream;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What was used of late, by name: what weighs half of {@code most} at least, and no more than {@code most}.
 *
 * <p>Two plain maps, of which the older is dropped whole when the younger is full. A list in the order of use would be
 * relinked by every look, all over the old generation, which the collector would then have to go through each time.
 */
final class Generations<T> {
    private final long half;
    private Map<String, Weighed<T>> young = new HashMap<>();
    private Map<String, Weighed<T>> old = new HashMap<>();
    private long weight;

    private record Weighed<T>(T value, long weight) {}

    Generations(long most) {
        this.half = Math.max(1, most / 2);
    }

    @Nullable T get(String name) {
        Weighed<T> found = young.get(name);
        if (found == null) {
            found = old.get(name);
            if (found != null) {
                put(name, found);
            }
        }
        return found == null ? null : found.value();
    }

    /** What is heavier than half of all is not kept. */
    void put(String name, T value, long weighs) {
        if (weighs > half) {
            remove(name);
        } else {
            put(name, new Weighed<>(value, weighs));
        }
    }

    private void put(String name, Weighed<T> entry) {
        Weighed<T> before = young.put(name, entry);
        weight += entry.weight() - (before == null ? 0 : before.weight());
        if (weight > half) {
            // It stays, as the first of the next generation: what is used is never what is dropped.
            young.remove(name);
            old = young;
            young = new HashMap<>();
            young.put(name, entry);
            weight = entry.weight();
        }
    }

    void remove(String name) {
        Weighed<T> before = young.remove(name);
        weight -= before == null ? 0 : before.weight();
        old.remove(name);
    }

    /** Whether it is there; to ask is not to use. */
    boolean holds(String name) {
        return young.containsKey(name) || old.containsKey(name);
    }
}

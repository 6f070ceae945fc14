package dev.odradek.statestore.stream;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What was used of late, by name: at least {@code most / 2} of it and at most {@code most}.
 *
 * <p>Two plain maps, of which the older is dropped whole when the younger is full. A list in the order of use would be
 * relinked by every look, all over the old generation, which the collector would then have to go through each time.
 */
final class Generations {
    private final int half;
    private Map<String, Object> young = new HashMap<>();
    private Map<String, Object> old = new HashMap<>();

    Generations(int most) {
        this.half = Math.max(1, most / 2);
    }

    @Nullable Object get(String name) {
        Object found = young.get(name);
        if (found != null) {
            return found;
        }
        found = old.get(name);
        if (found != null) {
            put(name, found);
        }
        return found;
    }

    /** Whether it is there; to ask is not to use. */
    boolean holds(String name) {
        return young.containsKey(name) || old.containsKey(name);
    }

    void put(String name, Object value) {
        if (young.size() >= half && !young.containsKey(name)) {
            old = young;
            young = new HashMap<>();
        }
        young.put(name, value);
    }

    void remove(String name) {
        young.remove(name);
        old.remove(name);
    }
}

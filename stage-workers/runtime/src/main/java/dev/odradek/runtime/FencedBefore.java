package dev.odradek.runtime;

import java.util.LinkedHashMap;
import java.util.Map;

/** The work that this worker has had to let go of lately, so that it does not take it and let it go for ever. */
final class FencedBefore {
    private static final int MOST = 1_000;

    private final Map<String, Boolean> places = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
            return size() > MOST;
        }
    };

    /** Whether it had to before. */
    synchronized boolean again(String place) {
        return places.put(place, true) != null;
    }
}

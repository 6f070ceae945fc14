package dev.odradek.statestore.core;

import java.util.ArrayList;
import java.util.List;

/** Remembers the last few of a list, by which a repeat is known. */
public final class Recent {
    private static final int REMEMBERED = 8;

    private Recent() {}

    public static <T> List<T> and(List<T> known, T next) {
        if (known.contains(next)) {
            return known;
        }
        List<T> all = new ArrayList<>(known);
        all.add(next);
        return List.copyOf(all.subList(Math.max(0, all.size() - REMEMBERED), all.size()));
    }
}

package dev.odradek.statestore.rehearse;

import dev.odradek.statestore.core.Key;
import dev.odradek.statestore.core.Rows;
import dev.odradek.statestore.core.View;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The rows of a partition as they were recorded, and over them only those that a rehearsal has made otherwise. */
final class Worlds {
    private final Shelf shelf;
    private final Rows recorded = new RecordedRows();
    private final View rehearsed = new RehearsedRows();

    Worlds(Shelf shelf) {
        this.shelf = shelf;
    }

    /** What is applied to these rows happens in both worlds. */
    Rows recorded() {
        return recorded;
    }

    View rehearsed() {
        return rehearsed;
    }

    /** Changes each world by its own decision; a row that one of them leaves alone stays as it was there. */
    void apply(Map<Key<?>, @Nullable Object> was, Map<Key<?>, @Nullable Object> would) {
        SortedSet<Key<?>> touched = new TreeSet<>(was.keySet());
        touched.addAll(would.keySet());
        SortedMap<Key<?>, @Nullable Object> next = new TreeMap<>();
        touched.forEach(key -> next.put(key, would.containsKey(key) ? would.get(key) : rehearsed.get(key)));
        was.forEach((key, row) -> set(recorded, key, row));
        next.forEach((key, row) -> lay(key, row, was.containsKey(key) ? was.get(key) : recorded.get(key)));
    }

    /** Keeps a row of the rehearsed world only while it is not that of the recorded one. */
    private <T> void lay(Key<T> key, @Nullable Object row, @Nullable Object was) {
        Boolean kept = shelf.get(kept(key));
        if (!Objects.equals(row, was)) {
            shelf.put(kept(key), row != null);
            set(shelf, other(key), row);
        } else if (kept != null) {
            shelf.delete(kept(key));
            shelf.delete(other(key));
        }
    }

    private static <T> void set(Rows rows, Key<T> key, @Nullable Object row) {
        if (row == null) {
            rows.delete(key);
        } else {
            rows.put(key, key.type().cast(row));
        }
    }

    private static <T> Key<T> as(Key<T> key) {
        return new Key<>("as/" + key.text(), key.type());
    }

    private static <T> Key<T> other(Key<T> key) {
        return new Key<>("other/" + key.text(), key.type());
    }

    /** Whether the rehearsed world has a row of its own there, or none; absent: it has the recorded one. */
    private static Key<Boolean> kept(Key<?> key) {
        return new Key<>("kept/" + key.text(), Boolean.class);
    }

    private final class RecordedRows implements Rows {
        @Override
        public <T> @Nullable T get(Key<T> key) {
            return shelf.get(as(key));
        }

        @Override
        public <T> void put(Key<T> key, T row) {
            shelf.put(as(key), row);
        }

        @Override
        public void delete(Key<?> key) {
            shelf.delete(as(key));
        }
    }

    private final class RehearsedRows implements View {
        @Override
        public <T> @Nullable T get(Key<T> key) {
            Boolean kept = shelf.get(kept(key));
            return kept == null ? recorded.get(key) : kept ? shelf.get(other(key)) : null;
        }
    }
}

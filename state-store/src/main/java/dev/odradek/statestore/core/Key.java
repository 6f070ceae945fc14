package dev.odradek.statestore.core;

/** Where a row lies in the store, and what it is. */
public record Key<T>(String text, Class<T> type) implements Comparable<Key<?>> {
    @Override
    public int compareTo(Key<?> other) {
        return text.compareTo(other.text);
    }
}

package dev.odradek.statestore.core;

/** The rows of one partition while facts are applied to them. */
public interface Rows extends View {
    <T> void put(Key<T> key, T row);

    void delete(Key<?> key);
}

package dev.odradek.statestore.core;

import org.jspecify.annotations.Nullable;

/** The rows of one partition, to be read. */
public interface View {
    <T> @Nullable T get(Key<T> key);
}

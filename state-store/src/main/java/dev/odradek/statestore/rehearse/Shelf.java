package dev.odradek.statestore.rehearse;

import dev.odradek.statestore.core.Rows;
import java.util.function.Consumer;

/** Where a rehearsal keeps what it must remember: rows, which may be more than memory holds. */
public interface Shelf extends Rows {

    /** Shows the first {@code most} rows under a prefix, in the order of their keys. */
    <T> void each(String prefix, Class<T> type, long most, Consumer<T> visitor);
}

package dev.odradek.statestore.projection;

import org.jspecify.annotations.Nullable;

/** How a fact is told in the history: the move in columns, the rest in one. */
record Telling(HistoryRow.Move move, @Nullable Object details) {
    static Telling of(@Nullable Object details) {
        return new Telling(HistoryRow.Move.NONE, details);
    }
}

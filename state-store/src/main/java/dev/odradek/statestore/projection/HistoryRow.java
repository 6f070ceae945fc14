package dev.odradek.statestore.projection;

import dev.odradek.topics.event.EventRecord;
import dev.odradek.topics.event.Why;
import org.jspecify.annotations.Nullable;

/** A row of {@code history}: one fact, its move spread out in columns and whatever else it says in {@code details}. */
public record HistoryRow(
        long offset, EventRecord fact, Move move, @Nullable Object details) {

    /** What a move says, or nothing. */
    public record Move(
            @Nullable String machine,
            @Nullable String axis,
            @Nullable String from,
            @Nullable String to,
            @Nullable Why why,
            @Nullable Long epoch,
            @Nullable Integer attempt,
            @Nullable String holder,
            @Nullable String error) {
        static final Move NONE = new Move(null, null, null, null, null, null, null, null, null);

        static Move of(String machine) {
            return new Move(machine, null, null, null, null, null, null, null, null);
        }
    }

    public static HistoryRow of(long offset, EventRecord fact) {
        Telling telling = fact.event().match(new Teller());
        return new HistoryRow(offset, fact, telling.move(), telling.details());
    }
}

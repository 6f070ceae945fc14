package dev.odradek.statestore.projection;

import dev.odradek.topics.event.AxisState;
import org.jspecify.annotations.Nullable;

/**
 * A row of {@code axes}.
 *
 * @param failure the group of the error that its last move was about, if it was about one
 * @param since when it came to stand where it stands, in epoch milliseconds
 * @param version the offset of the last fact it tells of
 */
public record AxisRow(
        ItemKey item,
        String axis,
        String machine,
        AxisState state,
        @Nullable String failure,
        long since,
        long createdAt,
        long version) {

    public Place place() {
        return Place.of(state);
    }

    AxisRow moved(AxisState next, @Nullable String nextFailure, long at, long offset) {
        return new AxisRow(item, axis, machine, next, nextFailure, at, createdAt, offset);
    }

    /** Offered again is still offered: its age goes on. */
    AxisRow rescheduled(AxisState next, long at, long offset) {
        long from = Place.of(next).equals(place()) ? since : at;
        return new AxisRow(item, axis, machine, next, failure, from, createdAt, offset);
    }
}

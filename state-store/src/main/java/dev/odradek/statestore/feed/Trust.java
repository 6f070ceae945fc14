package dev.odradek.statestore.feed;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Decides whether reading on from a slot tells of every change since the last that was told. Pure. */
final class Trust {
    private Trust() {}

    /** Why it may not; absent: it does. */
    static Optional<String> missing(@Nullable Slot slot, @Nullable Position known, String system) {
        if (slot == null) {
            return Optional.of("there is no replication slot");
        }
        if (slot.lost()) {
            return Optional.of("the replication slot fell so far behind that the database dropped what it kept");
        }
        if (known == null) {
            return Optional.of("nothing says how far the replication slot has been told");
        }
        if (!known.system().equals(system)) {
            return Optional.of("the database is another one");
        }
        if (slot.confirmed() > known.lsn()) {
            return Optional.of("the replication slot is further than what has been told");
        }
        return Optional.empty();
    }
}

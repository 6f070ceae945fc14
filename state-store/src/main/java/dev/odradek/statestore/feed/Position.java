package dev.odradek.statestore.feed;

import static java.util.Objects.requireNonNull;

/**
 * How far notifications go, as it stands on {@code feed-offsets}.
 *
 * @param system which database cluster it is a place in
 * @param lsn everything before it has been told; the slot is never allowed to be further
 */
record Position(int schema, String system, long lsn) {
    static final int SCHEMA = 1;

    Position {
        requireNonNull(system, "system");
    }

    static Position in(String system, long lsn) {
        return new Position(SCHEMA, system, lsn);
    }
}

package dev.odradek.statestore.replay;

import dev.odradek.statestore.rehearse.Tally;
import java.time.Instant;
import java.util.Optional;

/**
 * What was rehearsed.
 *
 * @param version the newest version of the machine when the span began, on its home partition; 0 is none
 * @param cutAt from when on the record is complete, if it does not reach back as far as was asked
 * @param undecided how many commands at the end were not decided yet
 */
public record Summary(int version, Optional<Instant> cutAt, long undecided, Tally tally) {
    static final Summary EMPTY = new Summary(0, Optional.empty(), 0, Tally.NONE);

    Summary plus(Summary more) {
        Optional<Instant> later = cutAt.filter(
                mine -> more.cutAt.map(theirs -> mine.isAfter(theirs)).orElse(true));
        return new Summary(
                Math.max(version, more.version),
                later.or(() -> more.cutAt),
                undecided + more.undecided,
                tally.plus(more.tally));
    }
}

package dev.odradek.statestore.rehearse;

import org.jspecify.annotations.Nullable;

/**
 * What a rehearsal has counted.
 *
 * @param commands how many recorded commands were decided again
 * @param definitionsLeftOut how many of them would have put another definition in place of the proposed one
 * @param itemsOtherTimes items that go the same way, but with other times or places in line
 */
public record Tally(
        long commands,
        long definitionsLeftOut,
        long itemsSame,
        long itemsOtherTimes,
        long itemsDifferent,
        Elsewhere others) {
    public static final Tally NONE = new Tally(0, 0, 0, 0, 0, new Elsewhere(0, null));

    /** Commands about schedules and queues that would have gone otherwise, and the first of them. */
    public record Elsewhere(long count, @Nullable First first) {
        Elsewhere and(First another) {
            return new Elsewhere(count + 1, first == null ? another : first);
        }

        Elsewhere plus(Elsewhere more) {
            return new Elsewhere(count + more.count, first == null ? more.first : first);
        }
    }

    public Tally plus(Tally more) {
        return new Tally(
                commands + more.commands,
                definitionsLeftOut + more.definitionsLeftOut,
                itemsSame + more.itemsSame,
                itemsOtherTimes + more.itemsOtherTimes,
                itemsDifferent + more.itemsDifferent,
                others.plus(more.others));
    }

    public long itemsTouched() {
        return itemsSame + itemsOtherTimes + itemsDifferent;
    }
}

package dev.odradek.statestore.rehearse;

import dev.odradek.statestore.core.Key;
import dev.odradek.topics.event.Event;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What is remembered of an item that a rehearsal has touched.
 *
 * @param recorded a digest of the way it went, from where the two ways parted
 * @param rehearsed a digest of the way it would have gone, from there
 * @param exact whether everything was the same, times and places in lines included
 * @param first where the two ways parted, even if they should have met again
 * @param refused how many later commands were applied, but would have been refused
 */
record Mark(
        String id,
        long recorded,
        long rehearsed,
        boolean exact,
        @Nullable First first,
        int refused) {
    static final String PREFIX = "mark/";

    static Key<Mark> key(String id) {
        return new Key<>(PREFIX + id, Mark.class);
    }

    static Mark fresh(String id) {
        return new Mark(id, 0, 0, true, null, 0);
    }

    Mark and(List<Event> was, List<Event> would, Supplier<First> here) {
        boolean exactly = exact && Course.exactly(was).equals(Course.exactly(would));
        List<Event> wasCourse = Course.of(was);
        List<Event> wouldCourse = Course.of(would);
        boolean together = wasCourse.equals(wouldCourse);
        if (isSameWay() && together) {
            // A way in common need not be hashed: what follows is compared without it.
            return exactly == exact ? this : new Mark(id, recorded, rehearsed, exactly, first, refused);
        }
        boolean refusedNow = first != null && !isRefused(was) && isRefused(would);
        return new Mark(
                id,
                Course.digest(recorded, wasCourse),
                Course.digest(rehearsed, wouldCourse),
                exactly,
                first == null ? here.get() : first,
                refused + (refusedNow ? 1 : 0));
    }

    boolean isSame() {
        return isSameWay() && exact;
    }

    boolean isSameWay() {
        return recorded == rehearsed;
    }

    private static boolean isRefused(List<Event> events) {
        return events.stream().anyMatch(Event.Refused.class::isInstance);
    }
}

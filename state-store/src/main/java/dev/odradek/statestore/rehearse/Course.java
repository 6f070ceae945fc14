package dev.odradek.statestore.rehearse;

import dev.odradek.topics.command.ItemCommand;
import dev.odradek.topics.event.AxisState;
import dev.odradek.topics.event.Event;
import dev.odradek.topics.event.EventRecord;
import dev.odradek.topics.event.Lease;
import dev.odradek.topics.event.Wakeup;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What facts say of the way that things go, apart from versions, times and places in a line. */
final class Course {
    private static final Set<String> ABOUT_ITEMS = Arrays.stream(ItemCommand.class.getPermittedSubclasses())
            .map(Class::getSimpleName)
            .collect(Collectors.toUnmodifiableSet());

    private Course() {}

    static boolean isAboutItem(EventRecord fact) {
        Event event = fact.event();
        return event instanceof Event.Created
                || event instanceof Event.Moved
                || event instanceof Event.Rescheduled
                || event instanceof Event.Patched
                || event instanceof Event.Parked
                || (event instanceof Event.Refused no && ABOUT_ITEMS.contains(no.command()));
    }

    /** The way the facts lead; a create that only waits leads nowhere yet. */
    static List<Event> of(List<Event> events) {
        return events.stream()
                .filter(event -> !(event instanceof Event.Parked))
                .map(Course::timeless)
                .toList();
    }

    /** The facts with everything in them but the number of a version. */
    static List<Event> exactly(List<Event> events) {
        return events.stream().map(Course::versionless).toList();
    }

    /** Goes on with a digest of the way so far. */
    static long digest(long sofar, List<Event> course) {
        long hash = sofar;
        for (Event event : course) {
            String text = event.toString();
            for (int i = 0; i < text.length(); i++) {
                hash = (hash ^ text.charAt(i)) * 0x100000001b3L;
            }
            hash = (hash ^ Character.MAX_VALUE) * 0x100000001b3L;
        }
        return hash;
    }

    private static Event versionless(Event event) {
        return event instanceof Event.Created c
                ? new Event.Created(c.machine(), 0, c.partitionKey(), c.parent(), c.payload(), c.axes())
                : event;
    }

    private static Event timeless(Event event) {
        if (event instanceof Event.Created c) {
            TreeMap<String, AxisState> axes = new TreeMap<>();
            c.axes().forEach((name, at) -> axes.put(name, at.rescheduled(at.epoch(), timeless(at.wakeup()))));
            return new Event.Created(c.machine(), 0, c.partitionKey(), c.parent(), c.payload(), axes);
        }
        if (event instanceof Event.Rescheduled r) {
            return new Event.Rescheduled(r.machine(), r.axis(), r.epoch(), timeless(r.wakeup()));
        }
        return event instanceof Event.Moved m
                ? new Event.Moved(
                        m.machine(),
                        m.axis(),
                        m.from(),
                        m.through(),
                        m.to(),
                        m.why(),
                        m.epoch(),
                        m.attempt(),
                        m.attempts(),
                        m.holder(),
                        timeless(m.lease()),
                        timeless(m.wakeup()),
                        m.error())
                : event;
    }

    private static @Nullable Lease timeless(@Nullable Lease lease) {
        return lease == null
                ? null
                : new Lease(lease.holder(), lease.claimId(), lease.queue(), lease.claimedAt(), 0, lease.asker());
    }

    private static Wakeup timeless(Wakeup wakeup) {
        if (wakeup instanceof Wakeup.Dispatched w) {
            return new Wakeup.Dispatched(w.queue(), w.lane(), 0);
        }
        if (wakeup instanceof Wakeup.Backoff w) {
            return new Wakeup.Backoff(w.queue(), 0);
        }
        if (wakeup instanceof Wakeup.Delay w) {
            return new Wakeup.Delay(w.queue(), 0);
        }
        return wakeup instanceof Wakeup.Withheld w ? new Wakeup.Withheld(w.queue(), w.lane(), 0) : wakeup;
    }
}

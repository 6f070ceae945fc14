package dev.odradek.standalone.demo;

import dev.odradek.topics.event.Event;
import dev.odradek.topics.event.EventRecord;
import dev.odradek.topics.event.Why;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a worker held when it was killed, and how long it took until others had it, as the events tell it. */
public final class Casualty {
    private final Map<String, Held> held = new HashMap<>();
    private Optional<Long> killedAt = Optional.empty();
    private String mark = "";

    /** One item the dead worker had claimed; times are the broker's. */
    private record Held(long takenBack, long startedAgain) {}

    /** From here on, what the holders whose name holds {@code mark} lose is counted. */
    public synchronized void killed(String holderMark, long at) {
        mark = holderMark;
        killedAt = Optional.of(at);
    }

    public synchronized void hear(EventRecord record) {
        if (killedAt.isEmpty() || !(record.event() instanceof Event.Moved moved)) {
            return;
        }
        String place = record.entityId() + "/" + moved.axis();
        String holder = moved.holder();
        boolean lost = moved.why() == Why.EXPIRED && holder != null && holder.contains(mark);
        if (lost) {
            held.put(place, new Held(record.ts(), 0));
        } else if ((moved.why() == Why.CLAIMED || moved.through() != null) && held.containsKey(place)) {
            held.computeIfPresent(
                    place, (key, each) -> each.startedAgain() > 0 ? each : new Held(each.takenBack(), record.ts()));
        }
    }

    /** How many items were taken back from the dead. */
    public synchronized int takenBack() {
        return held.size();
    }

    /** Milliseconds from the kill until each of them was in other hands, the shortest first. */
    public synchronized List<Long> again() {
        List<Long> waits = new ArrayList<>();
        held.values().stream()
                .filter(each -> each.startedAgain() > 0)
                .forEach(each -> waits.add(each.startedAgain() - killedAt.orElse(0L)));
        waits.sort(Long::compare);
        return waits;
    }
}

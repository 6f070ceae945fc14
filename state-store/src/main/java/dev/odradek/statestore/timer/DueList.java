package dev.odradek.statestore.timer;

import dev.odradek.topics.command.CommandRecord;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Commands in the order in which they fall due, at most one per slot. */
final class DueList {
    private final SortedMap<Due, Entry> byTime = new TreeMap<>();
    private final Map<Slot, Due> bySlot = new HashMap<>();

    void put(Entry entry) {
        clear(entry.partition(), entry.slot());
        Slot key = new Slot(entry.partition(), entry.slot());
        Due due = new Due(entry.at(), key);
        bySlot.put(key, due);
        byTime.put(due, entry);
    }

    void clear(int partition, String slot) {
        Due old = bySlot.remove(new Slot(partition, slot));
        if (old != null) {
            byTime.remove(old);
        }
    }

    void forget(int partition) {
        List<Slot> gone = bySlot.keySet().stream()
                .filter(slot -> slot.partition() == partition)
                .toList();
        gone.forEach(slot -> clear(partition, slot.name()));
    }

    /** Takes out everything due by {@code now}. */
    List<Entry> until(long now) {
        List<Entry> ready = new ArrayList<>();
        while (!byTime.isEmpty() && byTime.firstKey().at() <= now) {
            Due first = byTime.firstKey();
            ready.add(byTime.get(first));
            clear(first.slot().partition(), first.slot().name());
        }
        return ready;
    }

    /** A command, the slot it stands in and when it falls due. */
    record Entry(int partition, String slot, long at, CommandRecord command) {}

    private record Slot(int partition, String name) {}

    private record Due(long at, Slot slot) implements Comparable<Due> {
        @Override
        public int compareTo(Due other) {
            int byTime = Long.compare(at, other.at);
            if (byTime != 0) {
                return byTime;
            }
            int byPartition = Integer.compare(slot.partition(), other.slot.partition());
            return byPartition != 0 ? byPartition : slot.name().compareTo(other.slot.name());
        }
    }
}

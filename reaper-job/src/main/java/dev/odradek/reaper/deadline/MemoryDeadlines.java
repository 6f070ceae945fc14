package dev.odradek.reaper.deadline;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Timers in memory: what simulations, and the small tests of the judgement, run on. */
public final class MemoryDeadlines implements Deadlines {
    private final Map<String, Armed> slots = new TreeMap<>();
    private final TreeMap<Long, TreeSet<String>> byIndex = new TreeMap<>();

    @Override
    public @Nullable Armed get(String slot) {
        return slots.get(slot);
    }

    @Override
    public void put(String slot, Armed armed) {
        remove(slot);
        slots.put(slot, armed);
        byIndex.computeIfAbsent(armed.index(), index -> new TreeSet<>()).add(slot);
    }

    @Override
    public void remove(String slot) {
        Armed known = slots.remove(slot);
        if (known != null) {
            byIndex.computeIfPresent(known.index(), (index, there) -> {
                there.remove(slot);
                return there.isEmpty() ? null : there;
            });
        }
    }

    @Override
    public long settle(long until, int most) {
        return until;
    }

    @Override
    public long next(long from) {
        Long first = byIndex.ceilingKey(from);
        return first == null ? Long.MAX_VALUE : first;
    }

    @Override
    public List<Entry> due(long from, long until, int most) {
        if (from > until) {
            return List.of();
        }
        return byIndex.subMap(from, true, until, true).entrySet().stream()
                .flatMap(each -> each.getValue().stream().map(slot -> new Entry(each.getKey(), slot)))
                .limit(most)
                .toList();
    }

    @Override
    public List<String> heldBy(String incarnation, String after, int most) {
        return slots.entrySet().stream()
                .filter(each -> incarnation.equals(each.getValue().incarnation()))
                .map(Map.Entry::getKey)
                .filter(slot -> slot.compareTo(after) > 0)
                .limit(most)
                .toList();
    }

    @Override
    public List<String> incarnations() {
        return slots.values().stream()
                .map(Armed::incarnation)
                .filter(Objects::nonNull)
                .distinct()
                .sorted()
                .toList();
    }

    public Map<String, Armed> all() {
        return slots;
    }
}

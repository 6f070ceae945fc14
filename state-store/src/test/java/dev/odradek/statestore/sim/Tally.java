package dev.odradek.statestore.sim;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** How often each thing happened. */
final class Tally {
    private final Map<String, Map<String, Long>> counts = new TreeMap<>();

    void count(String kind, String what) {
        counts.computeIfAbsent(kind, k -> new TreeMap<>()).merge(what, 1L, Long::sum);
    }

    void count(Fault fault) {
        count("fault", fault.name());
    }

    synchronized void add(Tally other) {
        other.counts.forEach((kind, of) -> of.forEach(
                (what, n) -> counts.computeIfAbsent(kind, k -> new TreeMap<>()).merge(what, n, Long::sum)));
    }

    long of(String kind, String what) {
        return counts.getOrDefault(kind, Map.of()).getOrDefault(what, 0L);
    }

    long all(String kind) {
        return counts.getOrDefault(kind, Map.of()).values().stream()
                .mapToLong(Long::longValue)
                .sum();
    }

    List<String> missing(String kind, Collection<String> expected) {
        return expected.stream()
                .filter(what -> of(kind, what) == 0)
                .map(what -> kind + " " + what)
                .toList();
    }

    String table() {
        StringBuilder text = new StringBuilder();
        counts.forEach((kind, of) -> {
            text.append(String.format("%s (%,d)%n", kind, all(kind)));
            of.forEach((what, n) -> text.append(String.format("  %-28s %,12d%n", what, n)));
        });
        return text.toString();
    }
}

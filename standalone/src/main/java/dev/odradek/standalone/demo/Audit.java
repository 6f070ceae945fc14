package dev.odradek.standalone.demo;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * What the handlers' ledgers say about what producers were told; nothing else is asked.
 *
 * @param attempts how often a handler ran for an acknowledged item
 * @param lost acknowledged (item, stage) that no handler has a line for
 * @param doubled (item, stage, epoch) that more than one line stands for
 */
public record Audit(int acknowledged, long attempts, List<String> lost, List<String> doubled) {
    public Audit {
        lost = List.copyOf(lost);
        doubled = List.copyOf(doubled);
    }

    public static Audit of(Collection<String> acknowledged, List<String> stages, Collection<Handled> handled) {
        Set<String> told = new TreeSet<>(acknowledged);
        List<Handled> ours =
                handled.stream().filter(line -> told.contains(line.item())).toList();
        Set<String> done = ours.stream().map(Audit::stage).collect(Collectors.toSet());
        List<String> lost = told.stream()
                .flatMap(item -> stages.stream().map(stage -> item + "/" + stage))
                .filter(expected -> !done.contains(expected))
                .toList();
        Map<String, Long> perEpoch = ours.stream()
                .collect(Collectors.groupingBy(
                        line -> stage(line) + "/" + line.epoch(), TreeMap::new, Collectors.counting()));
        List<String> doubled = perEpoch.entrySet().stream()
                .filter(each -> each.getValue() > 1)
                .map(Map.Entry::getKey)
                .toList();
        return new Audit(told.size(), ours.size(), lost, doubled);
    }

    public boolean isClean() {
        return lost.isEmpty() && doubled.isEmpty();
    }

    private static String stage(Handled line) {
        return line.item() + "/" + line.stage();
    }
}

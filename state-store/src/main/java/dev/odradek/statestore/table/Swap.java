package dev.odradek.statestore.table;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * That rebuilt tables have taken the place of those in use, and how far those were: rows of later facts came in with
 * the new tables, and nobody was told.
 *
 * @param next the next offset of each partition that the old tables did not have
 */
public record Swap(Map<Integer, Long> next) {
    private static final String WORD = "swap";

    public Swap {
        next = Map.copyOf(next);
    }

    /** As it stands among the changes. */
    String text() {
        return new TreeMap<>(next)
                .entrySet().stream()
                        .map(each -> " " + each.getKey() + ":" + each.getValue())
                        .collect(Collectors.joining("", WORD, ""));
    }

    /** None, or the one that a message tells of. */
    public static List<Swap> in(String message) {
        String[] words = message.split(" ", -1);
        if (!words[0].equals(WORD)) {
            return List.of();
        }
        Map<Integer, Long> next = new TreeMap<>();
        for (String word : List.of(words).subList(1, words.length)) {
            int colon = word.indexOf(':');
            next.put(Integer.valueOf(word.substring(0, colon)), Long.valueOf(word.substring(colon + 1)));
        }
        return List.of(new Swap(next));
    }

    /** By partition from 0 on; a partition that is not named was not begun. */
    public List<Long> levels() {
        List<Long> levels = new ArrayList<>();
        int partitions =
                next.keySet().stream().mapToInt(Integer::intValue).max().orElse(-1) + 1;
        for (int partition = 0; partition < partitions; partition++) {
            levels.add(next.getOrDefault(partition, 0L));
        }
        return levels;
    }
}

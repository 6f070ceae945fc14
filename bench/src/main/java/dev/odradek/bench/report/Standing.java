package dev.odradek.bench.report;

import dev.odradek.bench.figure.Metric;
import dev.odradek.bench.figure.Results;
import dev.odradek.bench.figure.Row;
import dev.odradek.bench.figure.Spread;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Who is ahead, and by how much: in all, and among those that survive the same. */
final class Standing {
    /** What peers are compared by; the rest is about ours alone. */
    static final List<Metric> COMPARED = List.of(
            Metric.W1,
            Metric.W1_BULK,
            Metric.W1_DRAIN,
            Metric.W2_P50,
            Metric.W2_P99,
            Metric.W3,
            Metric.W3_P50,
            Metric.W3_P99,
            Metric.W4_DEFAULT,
            Metric.W4_LOWEST);

    private static final String OVERLAP = ", ranges overlap";

    private final Results results;

    Standing(Results results) {
        this.results = results;
    }

    /** Whether there is anything that both ours and a peer were measured by. */
    boolean compares(Predicate<Row> of) {
        return COMPARED.stream()
                .anyMatch(metric ->
                        !ours(metric, of).isEmpty() && peer(metric, of).isPresent());
    }

    /** A row per metric: each way ours is run, held against the best peer in it. */
    String table(Predicate<Row> of) {
        List<Row> ours = results.rows().stream()
                .filter(of.and(Row::ours))
                .filter(row -> COMPARED.stream().anyMatch(row.figures()::containsKey))
                .toList();
        StringBuilder table = new StringBuilder("| |");
        ours.forEach(row -> table.append(" %s |".formatted(row.name())));
        table.append(" best peer |\n|---|")
                .append("---|".repeat(ours.size() + 1))
                .append("\n");
        for (Metric metric : COMPARED) {
            peer(metric, of).filter(peer -> !ours(metric, of).isEmpty()).ifPresent(peer -> {
                table.append("| %s %s, %s |".formatted(metric.workload(), metric.title(), metric.unit()));
                ours.forEach(row -> table.append(" %s |".formatted(against(row, peer, metric))));
                table.append(" %s: %s |\n".formatted(peer.name(), Text.figure(peer, metric, results)));
            });
        }
        return table.toString();
    }

    private String against(Row row, Row peer, Metric metric) {
        return row.figure(metric).isPresent()
                ? Text.figure(row, metric, results) + ": " + verdict(row, peer, metric)
                : Text.NONE;
    }

    /** Where the values of one lie among those of the other, who is ahead is not established. */
    private String verdict(Row row, Row peer, Metric metric) {
        double lead = lead(row, peer, metric);
        String words = lead >= 1 ? Text.number(lead) + " times better" : Text.number(1 / lead) + " times worse";
        if (overlap(row, peer, metric)) {
            return words + OVERLAP;
        }
        return lead >= 1 && isRepeated(row, metric) && isRepeated(peer, metric) ? "**" + words + "**" : words;
    }

    /** A single value has no range that could overlap with another. */
    private boolean isRepeated(Row row, Metric metric) {
        int values = row.figure(metric).orElseThrow().values().size();
        return values > 1 && values >= results.setup().repeats();
    }

    private static boolean overlap(Row row, Row peer, Metric metric) {
        Spread mine = row.figure(metric).orElseThrow();
        Spread theirs = peer.figure(metric).orElseThrow();
        return mine.min() <= theirs.max() && theirs.min() <= mine.max();
    }

    private static double lead(Row row, Row peer, Metric metric) {
        double mine = row.figure(metric).orElseThrow().median();
        double theirs = peer.figure(metric).orElseThrow().median();
        return metric.moreIsBetter() ? mine / theirs : theirs / mine;
    }

    private List<Row> ours(Metric metric, Predicate<Row> of) {
        return results.having(metric).filter(of.and(Row::ours)).toList();
    }

    private Optional<Row> peer(Metric metric, Predicate<Row> of) {
        return results.best(metric, of.and(row -> !row.ours()));
    }

    /** A sentence for each peer that is better than one of ours, worst news first. */
    List<String> peersAhead(Predicate<Row> of) {
        record Ahead(double by, String sentence) {}
        List<Ahead> found = new ArrayList<>();
        for (Metric metric : COMPARED) {
            results.having(metric).filter(of.and(row -> !row.ours())).forEach(peer -> {
                List<Row> behind = ours(metric, of).stream()
                        .filter(row -> lead(row, peer, metric) < 1)
                        .toList();
                behind.stream()
                        .mapToDouble(row -> 1 / lead(row, peer, metric))
                        .max()
                        .ifPresent(by -> found.add(new Ahead(by, sentence(peer, behind, metric))));
            });
        }
        return found.stream()
                .sorted(Comparator.comparingDouble(Ahead::by).reversed())
                .map(Ahead::sentence)
                .toList();
    }

    private static String sentence(Row peer, List<Row> behind, Metric metric) {
        String ours = behind.stream()
                .map(row -> "%s of %s (%s times%s)"
                        .formatted(
                                Text.number(row.figure(metric).orElseThrow().median()),
                                row.name(),
                                Text.number(1 / lead(row, peer, metric)),
                                overlap(row, peer, metric) ? OVERLAP : ""))
                .collect(Collectors.joining(", and "));
        return "%s is ahead in %s (%s): %s %s against %s."
                .formatted(
                        peer.name(),
                        metric.workload(),
                        metric.title(),
                        Text.number(peer.figure(metric).orElseThrow().median()),
                        metric.unit(),
                        ours);
    }
}

package dev.odradek.bench.report;

import dev.odradek.bench.figure.Metric;
import dev.odradek.bench.figure.Results;
import dev.odradek.bench.figure.Row;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

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

    private final Results results;

    Standing(Results results) {
        this.results = results;
    }

    /** Whether there is anything that both ours and a peer were measured by. */
    boolean compares(Predicate<Row> of) {
        return COMPARED.stream().anyMatch(metric -> results.lead(metric, of).isPresent());
    }

    /** A row per metric: our best, the best peer, and how they compare. */
    String table(Predicate<Row> of) {
        StringBuilder table = new StringBuilder("| | ours | best peer | ours against it |\n|---|---|---|---|\n");
        for (Metric metric : COMPARED) {
            Optional<Row> ours = results.best(metric, of.and(Row::ours));
            Optional<Row> peer = results.best(metric, of.and(row -> !row.ours()));
            if (ours.isPresent() && peer.isPresent()) {
                double lead = results.lead(metric, of).orElseThrow();
                table.append("| %s %s, %s | %s: %s | %s: %s | %s |\n"
                        .formatted(
                                metric.workload(),
                                metric.title(),
                                metric.unit(),
                                ours.get().name(),
                                Text.figure(ours.get(), metric),
                                peer.get().name(),
                                Text.figure(peer.get(), metric),
                                verdict(lead)));
            }
        }
        return table.toString();
    }

    private static String verdict(double lead) {
        return lead >= 1 ? "**" + Text.number(lead) + " times better**" : Text.number(1 / lead) + " times worse";
    }

    /** A sentence for each peer that is better than our best, worst news first. */
    List<String> peersAhead(Predicate<Row> of) {
        record Ahead(double by, String sentence) {}
        List<Ahead> found = new ArrayList<>();
        for (Metric metric : COMPARED) {
            Optional<Row> ours = results.best(metric, of.and(Row::ours));
            results.having(metric)
                    .filter(of)
                    .filter(row -> !row.ours())
                    .forEach(peer -> ours.ifPresent(best -> {
                        double mine = best.figure(metric).orElseThrow().median();
                        double theirs = peer.figure(metric).orElseThrow().median();
                        double by = metric.moreIsBetter() ? theirs / mine : mine / theirs;
                        if (by > 1) {
                            found.add(new Ahead(
                                    by,
                                    "%s is ahead in %s (%s): %s %s against our %s, %s times."
                                            .formatted(
                                                    peer.name(),
                                                    metric.workload(),
                                                    metric.title(),
                                                    Text.number(theirs),
                                                    metric.unit(),
                                                    Text.number(mine),
                                                    Text.number(by))));
                        }
                    }));
        }
        return found.stream()
                .sorted(Comparator.comparingDouble(Ahead::by).reversed())
                .map(Ahead::sentence)
                .toList();
    }
}

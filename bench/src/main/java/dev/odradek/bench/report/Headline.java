package dev.odradek.bench.report;

import dev.odradek.bench.figure.Metric;
import dev.odradek.bench.figure.Results;
import dev.odradek.bench.figure.Row;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The few figures that the project's front page shows. */
final class Headline {
    private static final List<String> OURS =
            List.of("odradek-eager", "odradek-confirmed", "odradek-eager-flushed", "odradek-confirmed-flushed");
    private static final List<Metric> METRICS = List.of(
            Metric.W1,
            Metric.W1_BULK,
            Metric.W2_P50,
            Metric.W2_P99,
            Metric.W3,
            Metric.W3_P50,
            Metric.W3_P99,
            Metric.W4_DEFAULT,
            Metric.W4_LOWEST);

    private final Results results;
    private final List<Row> ours;

    Headline(Results results) {
        this.results = results;
        this.ours = OURS.stream()
                .flatMap(key -> results.row(key).stream())
                .filter(row -> METRICS.stream().anyMatch(row.figures()::containsKey))
                .toList();
    }

    String render() {
        StringBuilder text = new StringBuilder("| |");
        ours.forEach(row -> text.append(" %s |".formatted(row.name())));
        text.append(" best peer |\n|---|")
                .append("---|".repeat(ours.size() + 1))
                .append("\n");
        METRICS.stream()
                .filter(metric ->
                        ours.stream().anyMatch(row -> row.figure(metric).isPresent()))
                .forEach(metric -> text.append(line(metric)));
        return text.append("\n%s, %d cores, %s, commit %s; %s.%s\n"
                        .formatted(
                                results.setup().processor(),
                                results.setup().cores(),
                                results.setup().at().toString().substring(0, 10),
                                results.setup().commit(),
                                "`" + results.setup().command() + "`",
                                results.incomplete()
                                        .map(why -> " Incomplete: " + why + ".")
                                        .orElse("")))
                .toString();
    }

    private String line(Metric metric) {
        String figures =
                ours.stream().map(row -> " " + median(row, metric) + " |").collect(Collectors.joining());
        Optional<Row> peer = results.best(metric, row -> !row.ours());
        return "| %s: %s, %s |%s %s |\n"
                .formatted(
                        metric.workload(),
                        metric.title(),
                        metric.unit(),
                        figures,
                        peer.map(row -> median(row, metric) + " (" + row.name() + ")")
                                .orElse(Text.NONE));
    }

    private String median(Row row, Metric metric) {
        return row.figure(metric)
                .map(figure -> Text.number(figure.median()) + Text.runs(figure, results))
                .orElse(Text.NONE);
    }
}

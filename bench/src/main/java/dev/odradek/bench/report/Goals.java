package dev.odradek.bench.report;

import dev.odradek.bench.figure.Metric;
import dev.odradek.bench.figure.Results;
import dev.odradek.bench.figure.Row;
import dev.odradek.bench.figure.Spread;
import dev.odradek.bench.report.Goal.Bound;
import dev.odradek.bench.report.Goal.Pick;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Every goal the project has set itself for a run, all by ratios within that run where another can be compared. */
final class Goals {
    private static final List<String> NEAR = List.of("jobrunr", "db-scheduler", "dbos", "restate");
    /** What the keys of our systems begin with, in every way they are run. */
    private static final String SYSTEMS = "odradek-";

    private static final String EAGER = "odradek-eager";
    private static final String FLUSHED = "odradek-eager-flushed";
    private static final String CONFIRMED = "odradek-confirmed";
    private static final String RESTATE = "restate";

    private static final String HELD = "p3-held";
    private static final List<Metric> COSTS =
            List.of(Metric.P3_COST_10K, Metric.P3_COST_100K, Metric.P3_COST_1M, Metric.P3_COST_10M);
    private static final List<Metric> MEMORY =
            List.of(Metric.P3_MEMORY_10K, Metric.P3_MEMORY_100K, Metric.P3_MEMORY_1M, Metric.P3_MEMORY_10M);

    private Goals() {}

    static String table(Results results) {
        return "| Goal | Figure | |\n|---|---|---|\n"
                + of(results).stream().map(goal -> goal.line(results)).collect(Collectors.joining());
    }

    private static boolean isPeer(Row row) {
        return NEAR.contains(row.key());
    }

    /** Some depend on who could be started. */
    static List<Goal> of(Results results) {
        List<Goal> goals = new ArrayList<>(throughput(results));
        goals.add(
                results.row(RESTATE).flatMap(row -> row.figure(Metric.W3_P50)).isPresent()
                        ? new Goal(
                                "W3 p50, eager: at most Restate's",
                                Goal.ratio(of(EAGER, Metric.W3_P50), of(RESTATE, Metric.W3_P50)),
                                Bound.atMost(1))
                        : new Goal(
                                "W3 p50, eager: at most a quarter of the best peer's (Restate was not measured)",
                                Goal.ratio(of(EAGER, Metric.W3_P50), best(Metric.W3_P50, row -> !row.ours())),
                                Bound.atMost(0.25)));
        goals.addAll(latency());
        goals.addAll(limits());
        goals.addAll(holding());
        goals.addAll(sharing());
        return goals;
    }

    private static List<Goal> throughput(Results results) {
        return List.of(
                new Goal(
                        "W3, eager: at least 5 times the best of " + near(results, Metric.W3),
                        Goal.ratio(of(EAGER, Metric.W3), best(Metric.W3, Goals::isPeer)),
                        Bound.atLeast(5)),
                new Goal(
                        "W3, eager: at least 20 times LittleHorse",
                        Goal.ratio(of(EAGER, Metric.W3), of("littlehorse", Metric.W3)),
                        Bound.atLeast(20)),
                new Goal(
                        "W1, eager: at least 3 times the best of " + near(results, Metric.W1),
                        Goal.ratio(of(EAGER, Metric.W1), best(Metric.W1, Goals::isPeer)),
                        Bound.atLeast(3)),
                new Goal(
                        "W3, eager with a flush per message: still ahead of them",
                        Goal.ratio(of(FLUSHED, Metric.W3), best(Metric.W3, Goals::isPeer)),
                        Bound.atLeast(1)),
                new Goal(
                        "W1, eager with a flush per message: still ahead of them",
                        Goal.ratio(of(FLUSHED, Metric.W1), best(Metric.W1, Goals::isPeer)),
                        Bound.atLeast(1)));
    }

    /** Who it is held against, and who of them could not be measured. */
    private static String near(Results results, Metric metric) {
        String missing = NEAR.stream()
                .filter(key -> of(key, metric).apply(results).isEmpty())
                .collect(Collectors.joining(", "));
        return "JobRunr, db-scheduler, DBOS and Restate"
                + (missing.isEmpty() ? "" : " (not measured: " + missing + ")");
    }

    private static List<Goal> latency() {
        return List.of(
                new Goal(
                        "W3 p50, confirmed: at most 2.5 times eager",
                        Goal.ratio(of(CONFIRMED, Metric.W3_P50), of(EAGER, Metric.W3_P50)),
                        Bound.atMost(2.5)),
                new Goal(
                        "W3 p99, eager: at most 4 times its p50",
                        Goal.ratio(of(EAGER, Metric.W3_P99), of(EAGER, Metric.W3_P50)),
                        Bound.atMost(4)),
                new Goal(
                        "W3 p99, confirmed: at most 4 times its p50",
                        Goal.ratio(of(CONFIRMED, Metric.W3_P99), of(CONFIRMED, Metric.W3_P50)),
                        Bound.atMost(4)));
    }

    private static List<Goal> limits() {
        return List.of(
                new Goal(
                        "P1, eager: transitions/s at least 1/16 of the raw broker's records/s",
                        Goal.ratio(of("p1-eager", Metric.P1), of("raw", Metric.RAW_BROKER)),
                        Bound.atLeast(1.0 / 16)),
                new Goal(
                        "bare core: commands/s at least 1/10 of the raw broker's records/s",
                        Goal.ratio(of("raw", Metric.RAW_CORE), of("raw", Metric.RAW_BROKER)),
                        Bound.atLeast(0.1)));
    }

    private static List<Goal> holding() {
        return List.of(
                new Goal(
                        "P3: cost per transition grows by at most 20 % from 10,000 items held to the most measured",
                        Goal.ratio(last(COSTS), of(HELD, COSTS.get(0))), Bound.atMost(1.2)),
                new Goal(
                        "P3: memory within what is configured (heap, rows, RocksDB), and 512 MiB for the JVM itself",
                        Goal.ratio(last(MEMORY), of(HELD, Metric.P3_MEMORY_MOST)),
                        Bound.atMost(1)));
    }

    private static List<Goal> sharing() {
        return List.of(
                new Goal(
                        "P4, default settings: at most 1.3 times ideal",
                        Goal.value(of("p4-partitioned", Metric.P4)),
                        Bound.atMost(1.3)),
                new Goal(
                        "P5, default settings: at most 1.15 times ideal",
                        Goal.value(of("p5-partitioned", Metric.P5)),
                        Bound.atMost(1.15)),
                new Goal("W4 at defaults: within 5 s", slowest(Metric.W4_DEFAULT), Bound.atMost(5)),
                new Goal(
                        "W4 at the lowest documented setting: within 2 s", slowest(Metric.W4_LOWEST), Bound.atMost(2)));
    }

    private static Function<Results, Optional<Pick>> of(String key, Metric metric) {
        return results ->
                results.row(key).filter(row -> row.figure(metric).isPresent()).map(row -> new Pick(row, metric));
    }

    /** The last of these that was measured, but for the first, which says nothing by itself. */
    private static Function<Results, Optional<Pick>> last(List<Metric> metrics) {
        return results -> metrics.stream()
                .skip(1)
                .flatMap(metric -> of(HELD, metric).apply(results).stream())
                .reduce((before, after) -> after);
    }

    private static Function<Results, Optional<Pick>> best(Metric metric, Predicate<Row> of) {
        return results -> results.best(metric, of).map(row -> new Pick(row, metric));
    }

    /** A promise holds in every run of each of our systems; one in which nothing came back breaks it. */
    private static Function<Results, Optional<Goal.Figure>> slowest(Metric metric) {
        return results -> results.having(metric).findAny().isEmpty()
                ? Optional.empty()
                : results.rows().stream()
                        .filter(row -> row.key().startsWith(SYSTEMS))
                        .flatMap(row -> slowest(row, metric, results).stream())
                        .max(Comparator.comparingDouble(Goal.Figure::value));
    }

    private static Optional<Goal.Figure> slowest(Row row, Metric metric, Results results) {
        Optional<Spread> runs = row.figure(metric);
        int had = runs.map(spread -> spread.values().size()).orElse(0);
        boolean mayStillCome = results.incomplete().isPresent();
        if (had == 0 && mayStillCome) {
            return Optional.empty();
        }
        boolean broken = had < results.setup().repeats() && !mayStillCome;
        String words = runs.map(spread -> "%s at most %s %s%s"
                        .formatted(row.name(), Text.number(spread.max()), metric.unit(), Text.runs(spread, results)))
                .orElse(row.name() + " in no run");
        return Optional.of(new Goal.Figure(
                broken ? Double.POSITIVE_INFINITY : runs.orElseThrow().max(), words));
    }
}

package dev.odradek.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.odradek.bench.figure.Metric;
import dev.odradek.bench.figure.Results;
import dev.odradek.bench.figure.Row;
import dev.odradek.bench.figure.Survival;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class GoalsTest {
    private static final Row EAGER = Samples.row("odradek-eager", "eager", true, Survival.PAGE_CACHE);
    private static final Row CONFIRMED = Samples.row("odradek-confirmed", "confirmed", true, Survival.PAGE_CACHE);
    private static final Row FLUSHED = Samples.row("odradek-eager-flushed", "flushed", true, Survival.SYNCED);
    private static final Row RESTATE = Samples.row("restate", "Restate", false, Survival.SYNCED);
    private static final Row JOBRUNR = Samples.row("jobrunr", "JobRunr", false, Survival.SYNCED);
    private static final Row RAW = Samples.row("raw", "raw limits", true, Survival.PAGE_CACHE);

    private static String table(Row... rows) {
        return Goals.table(new Results(Samples.setup(1), List.of(rows)));
    }

    @Test
    void whatARunDoesNotHaveIsNeitherMetNorMissed() {
        assertThat(table()).contains("| W3, eager: at least 20 times LittleHorse | – | not measured |");
        assertThat(table().lines().skip(2)).isNotEmpty().allMatch(line -> line.endsWith("| – | not measured |"));
    }

    @Test
    void throughputIsHeldAgainstTheBestOfTheFour() {
        String table = table(EAGER.with(Metric.W3, 4_000), RESTATE.with(Metric.W3, 1_000), JOBRUNR.with(Metric.W3, 10));

        assertThat(table)
                .contains("DBOS and Restate (not measured: db-scheduler, dbos) | 4.00 times: eager 4,000 items/s;"
                        + " Restate 1,000 items/s | **missed** |");
    }

    @Test
    void aBoundThatIsJustReachedIsMet() {
        assertThat(table(EAGER.with(Metric.W3, 5_000), RESTATE.with(Metric.W3, 1_000)))
                .contains("5.00 times: eager 5,000 items/s; Restate 1,000 items/s | met |");
    }

    @Test
    void aFlushPerMessageIsJudgedApart() {
        assertThat(table(EAGER.with(Metric.W1, 9_000), FLUSHED.with(Metric.W1, 500), JOBRUNR.with(Metric.W1, 1_000)))
                .contains("Restate (not measured: db-scheduler, dbos, restate) | 9.00 times: eager 9,000 jobs/s;"
                        + " JobRunr 1,000 jobs/s | met |")
                .contains("W1, eager with a flush per message: still ahead of them | 0.50 times: flushed 500 jobs/s;"
                        + " JobRunr 1,000 jobs/s | **missed** |");
    }

    @Test
    void latencyIsHeldAgainstRestateWhereItStarts() {
        String with = table(
                EAGER.with(Metric.W3_P50, 9), RESTATE.with(Metric.W3_P50, 10), JOBRUNR.with(Metric.W3_P50, 2_000));
        String without = table(EAGER.with(Metric.W3_P50, 9), JOBRUNR.with(Metric.W3_P50, 20));

        assertThat(with)
                .contains("| W3 p50, eager: at most Restate's | 0.90 times: eager 9.00 ms; Restate 10.0 ms | met |");
        assertThat(without).contains("a quarter of the best peer's (Restate was not measured) | 0.45 times");
        assertThat(without).contains("JobRunr 20.0 ms | **missed** |");
    }

    @Test
    void confirmedIsHeldAgainstEagerAndTailsAgainstTheirMedians() {
        assertThat(table(
                        EAGER.with(Metric.W3_P50, 8).with(Metric.W3_P99, 40),
                        CONFIRMED.with(Metric.W3_P50, 16).with(Metric.W3_P99, 48)))
                .contains("at most 2.5 times eager | 2.00 times: confirmed 16.0 ms; eager 8.00 ms | met |")
                .contains("W3 p99, eager: at most 4 times its p50 | 5.00 times: 20 items/s,"
                        + " call to start of third stage, p99 40.0 ms;")
                .contains("W3 p99, confirmed: at most 4 times its p50 | 3.00 times");
    }

    @Test
    void theCoreIsHeldAgainstTheBareBroker() {
        assertThat(table(
                        RAW.with(Metric.RAW_BROKER, 800_000).with(Metric.RAW_CORE, 160_000),
                        Samples.row("p1-eager", "P1", true, Survival.PAGE_CACHE).with(Metric.P1, 40_000)))
                .contains("raw broker's records/s | 0.050 times: P1 40,000 transitions/s; raw limits 800,000 records/s"
                        + " | **missed** |")
                .contains("| 0.20 times: bare core, decider and store 160,000 commands/s; bare broker");
    }

    @Test
    void whatIsHeldIsJudgedByTheMostThatWasMeasured() {
        Row held = Samples.row("p3-held", "held", true, Survival.PAGE_CACHE);

        assertThat(table(held.with(Metric.P3_COST_10K, 50)
                        .with(Metric.P3_COST_100K, 55)
                        .with(Metric.P3_COST_1M, 65)))
                .contains(
                        "| 1.30 times: 1,000,000 items held: processor time per transition, without compilers 65.0 µs;"
                                + " 10,000 items held: processor time per transition, without compilers 50.0 µs"
                                + " | **missed** |");
        assertThat(table(held.with(Metric.P3_COST_10K, 50))).contains("to the most measured | – | not measured |");
        Row remembered = held.with(Metric.P3_MEMORY_MOST, 1_000).with(Metric.P3_MEMORY_1M, 800);
        assertThat(table(remembered))
                .contains(
                        "| 0.80 times: 1,000,000 items held: most memory ever resident 800 MiB; what it may take: heap,"
                                + " rows and RocksDB as configured, 512 for the JVM 1,000 MiB | met |");
        assertThat(table(remembered.with(Metric.P3_MEMORY_10M, 1_100))).contains("| 1.10 times: 10,000,000 items held");
    }

    @Test
    void onlyTheDefaultTransportIsJudged() {
        assertThat(table(
                        Samples.row("p4-shared", "other", true, Survival.PAGE_CACHE)
                                .with(Metric.P4, 1.1),
                        Samples.row("p4-partitioned", "default", true, Survival.PAGE_CACHE)
                                .with(Metric.P4, 1.4)))
                .contains("| P4, default settings: at most 1.3 times ideal | default 1.40 times | **missed** |");
    }

    @Test
    void recoveryIsThatOfTheSlowestRunOfTheSlowestWay() {
        Row quick = thrice(EAGER, 4.9, 4.8, 4.7);

        assertThat(repeated(Optional.empty(), thrice(EAGER, 4.9, 4.8, 5.1), thrice(CONFIRMED, 4.9, 5.0, 4.7)))
                .contains("| W4 at defaults: within 5 s | eager at most 5.10 s | **missed** |");
        assertThat(repeated(Optional.empty(), quick, CONFIRMED.with(Metric.W4_DEFAULT, 3)))
                .contains("| confirmed at most 3.00 s [1 of 3 runs] | **missed** |");
        assertThat(repeated(Optional.empty(), quick, CONFIRMED)).contains("| confirmed in no run | **missed** |");
    }

    @Test
    void whatMayStillComeIsNotMissed() {
        assertThat(repeated(Optional.of("still running"), EAGER.with(Metric.W4_DEFAULT, 4.9), CONFIRMED))
                .contains("| eager at most 4.90 s [1 of 3 runs] | met |");
    }

    @Test
    void whatGaveNoFigureInSomeRunsIsToldWithTheGoal() {
        assertThat(repeated(Optional.empty(), EAGER.with(Metric.W3, 5_000), thrice(Metric.W3, RESTATE, 1, 1, 1)))
                .contains("eager 5,000 items/s [1 of 3 runs]; Restate 1.00 items/s | met |");
    }

    private static String repeated(Optional<String> incomplete, Row... rows) {
        return Goals.table(new Results(Samples.setup(3), List.of(rows), incomplete));
    }

    private static Row thrice(Row row, double first, double second, double third) {
        return thrice(Metric.W4_DEFAULT, row, first, second, third);
    }

    private static Row thrice(Metric metric, Row row, double first, double second, double third) {
        return row.with(metric, first).with(metric, second).with(metric, third);
    }
}

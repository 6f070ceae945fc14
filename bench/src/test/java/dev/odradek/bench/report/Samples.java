package dev.odradek.bench.report;

import dev.odradek.bench.figure.Metric;
import dev.odradek.bench.figure.Results;
import dev.odradek.bench.figure.Row;
import dev.odradek.bench.figure.Setup;
import dev.odradek.bench.figure.Survival;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A made-up run: ours is four times faster in W3, twice with a flush, and slower to start. */
public final class Samples {
    private Samples() {}

    public static Results results() {
        Row ours = row("odradek-eager", "Odradek, eager", true, Survival.PAGE_CACHE)
                .with(Metric.W3, 3_900)
                .with(Metric.W3, 4_000)
                .with(Metric.W3, 4_200)
                .with(Metric.W3_P50, 20);
        Row flushed = row("odradek-eager-flushed", "Odradek, eager, flush per message", true, Survival.SYNCED)
                .with(Metric.W3, 2_000);
        Row peer = row("peer", "Peer <1.0>", false, Survival.SYNCED)
                .with(Metric.W3, 900)
                .with(Metric.W3, 1_000)
                .with(Metric.W3, 1_100)
                .with(Metric.W3_P50, 10)
                .noting("W3 was not steady after 3 rounds");
        Row absent = row("absent", "Absent 2", false, Survival.SYNCED).skipped("JDK 25 is not here");
        return new Results(setup(3), List.of(ours, flushed, peer, absent));
    }

    static Setup setup(int repeats) {
        return new Setup(
                "a processor",
                2,
                24_000,
                19_000,
                "Linux",
                "JVM 17",
                Instant.parse("2026-01-01T00:00:00Z"),
                "0123abc",
                "./odradek bench",
                repeats);
    }

    static Row row(String key, String name, boolean ours, Survival survives) {
        return new Row(key, name, ours, survives, "as it comes", Optional.empty(), Map.of(), List.of());
    }
}

package dev.odradek.bench.scenario;

import dev.odradek.bench.figure.Metric;
import dev.odradek.bench.figure.Spread;
import dev.odradek.bench.figure.Steady;
import dev.odradek.bench.measure.Scale;
import dev.odradek.bench.measure.Sheet;
import dev.odradek.bench.measure.Usage;
import dev.odradek.bench.peer.OdradekServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;

/** P3, second part: what a transition costs while more and more items are held, any of which may be the next. */
record Holding(Scale scale) {
    private record Level(int items, Metric cost, Metric memory) {}

    private static final List<Level> LEVELS = List.of(
            new Level(10_000, Metric.P3_COST_10K, Metric.P3_MEMORY_10K),
            new Level(100_000, Metric.P3_COST_100K, Metric.P3_MEMORY_100K),
            new Level(1_000_000, Metric.P3_COST_1M, Metric.P3_MEMORY_1M),
            new Level(10_000_000, Metric.P3_COST_10M, Metric.P3_MEMORY_10M));

    private static final double MIB = 1 << 20;

    /** For classes, code, stacks and buffers of the network: an estimate, nobody limits them. */
    private static final double JVM_MIB = 512;

    Scenario scenario() {
        return new Scenario(
                "p3-held",
                "Odradek, items held",
                "P3: one process of ./odradek up without read model; items are created, then claimed and completed at"
                        + " random over all of them, " + "%,d".formatted(moves())
                        + " a round; its whole processor time, that of broker and"
                        + " reaper included, by the transitions; warm before the first level; at each the median of "
                        + rounds() + " rounds after one that is not counted",
                this::run);
    }

    private int moves() {
        return scale.of(100_000, 10_000);
    }

    private int rounds() {
        return scale.of(7, 1);
    }

    private List<Level> levels() {
        return switch (scale.size()) {
            case QUICK -> LEVELS.subList(0, 2);
            case FULL -> LEVELS.subList(0, 3);
            case HUGE -> LEVELS;
        };
    }

    private void run(Sheet sheet, Path dir) {
        List<Level> levels = levels();
        int most = levels.get(levels.size() - 1).items();
        try (OdradekServer server = OdradekServer.start(dir, Scenario.NO_READ_MODEL, "mode: confirmed", Map.of())) {
            server.apply(Mover.MACHINE);
            Usage usage = new Usage(server.up().pid());
            Gauges gauges = new Gauges(server.up().url());
            sheet.add(Metric.P3_MEMORY_MOST, JVM_MIB + configured(gauges) / MIB);
            try (Mover mover = new Mover(server.bootstrap(), gauges, most)) {
                mover.hold(levels.get(0).items());
                warm(sheet, mover, usage);
                for (Level level : levels) {
                    mover.hold(level.items());
                    mover.move(moves());
                    sheet.add(level.cost(), median(mover, usage));
                    usage.residentMib().ifPresent(mib -> sheet.add(level.memory(), mib));
                }
            }
        }
    }

    private static double configured(Gauges gauges) {
        return gauges.sum("jvm_memory_max_bytes{area=\"heap\"")
                + gauges.sum("odradek_state_store_memory_bytes")
                + gauges.sum("odradek_reaper_memory_bytes");
    }

    private void warm(Sheet sheet, Mover mover, Usage usage) {
        long enough = System.nanoTime() + scale.leastWarm().toNanos();
        List<Double> costs = new ArrayList<>();
        do {
            costs.add(micros(mover, usage));
        } while (System.nanoTime() < enough || (costs.size() < scale.warmRounds() && !Steady.reached(costs)));
        if (!Steady.reached(costs)) {
            sheet.note("P3 was not steady after " + costs.size() + " rounds");
        }
    }

    /** A round lasts for few seconds: some have a compiler or a collector in them that others have not. */
    private double median(Mover mover, Usage usage) {
        return Spread.of(DoubleStream.generate(() -> micros(mover, usage))
                        .limit(rounds())
                        .toArray())
                .median();
    }

    /** Processor time of the whole process for each transition of one round. */
    private double micros(Mover mover, Usage usage) {
        Duration before = usage.processor();
        mover.move(moves());
        return usage.processor().minus(before).toNanos() / 1e3 / (Mover.TRANSITIONS * (double) moves());
    }
}

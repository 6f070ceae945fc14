package dev.odradek.bench.scenario;

import dev.odradek.bench.figure.Metric;
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

/** P3, second part: what a transition costs while more and more items are held, any of which may be the next. */
record Holding(Scale scale) {
    private record Level(int items, Metric cost, Metric memory) {}

    private static final List<Level> LEVELS = List.of(
            new Level(10_000, Metric.P3_COST_10K, Metric.P3_MEMORY_10K),
            new Level(100_000, Metric.P3_COST_100K, Metric.P3_MEMORY_100K),
            new Level(1_000_000, Metric.P3_COST_1M, Metric.P3_MEMORY_1M),
            new Level(10_000_000, Metric.P3_COST_10M, Metric.P3_MEMORY_10M));

    /** With so many, what settles on disk is merged there again and again: a few times must be part of it. */
    private static final int MERGED = 10_000_000;

    private static final double MIB = 1 << 20;

    /** For classes, code, stacks and buffers of the network: an estimate, nobody limits them. */
    private static final double JVM_MIB = 512;

    Scenario scenario() {
        return new Scenario(
                "p3-held",
                "Odradek, items held",
                "P3: one process of ./odradek up without read model; items are created, then claimed and completed at"
                        + " random over all of them, " + "%,d".formatted(moves())
                        + " a round; its whole processor time, that of broker and reaper included and that of the"
                        + " JVM's compilers not, by the transitions; warm before the first level; at each the mean of "
                        + rounds(0) + " rounds after one that is not counted, with " + "%,d".formatted(MERGED) + " of "
                        + rounds(MERGED) + "; memory is the most that ever was resident",
                this::run);
    }

    private int moves() {
        return scale.of(100_000, 10_000);
    }

    private int rounds(int held) {
        return held >= MERGED ? 50 : scale.of(7, 1);
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
                    sheet.add(level.cost(), micros(mover, usage, rounds(level.items())));
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
            costs.add(micros(mover, usage, 1));
        } while (System.nanoTime() < enough || (costs.size() < scale.warmRounds() && !Steady.reached(costs)));
        if (!Steady.reached(costs)) {
            sheet.note("P3 was not steady after " + costs.size() + " rounds");
        }
    }

    /** Processor time for each transition of so many rounds. */
    private double micros(Mover mover, Usage usage, int rounds) {
        Duration before = busy(usage);
        for (int i = 0; i < rounds; i++) {
            mover.move(moves());
        }
        double transitions = (double) rounds * Mover.TRANSITIONS * moves();
        return busy(usage).minus(before).toNanos() / 1e3 / transitions;
    }

    /** Code is compiled while it is new, however many items there are. */
    private static Duration busy(Usage usage) {
        return usage.processor().minus(usage.compilers());
    }
}

package dev.odradek.bench.scenario;

import dev.odradek.bench.figure.Metric;
import dev.odradek.bench.figure.Steady;
import dev.odradek.bench.measure.Compilers;
import dev.odradek.bench.measure.Scale;
import dev.odradek.bench.measure.Sheet;
import dev.odradek.bench.measure.Usage;
import dev.odradek.bench.peer.OdradekServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** P3, second part: what a transition costs while more and more items are held, any of which may be the next. */
record Holding(Scale scale) {
    private record Level(int items, Metric cost, Metric memory) {}

    /** What the work costs: code is compiled while it is new, however many items there are. */
    private record Load(Usage usage, Compilers compilers) {
        Duration processor() {
            return usage.processor().minus(compilers.processor());
        }
    }

    private static final List<Level> LEVELS = List.of(
            new Level(10_000, Metric.P3_COST_10K, Metric.P3_MEMORY_10K),
            new Level(100_000, Metric.P3_COST_100K, Metric.P3_MEMORY_100K),
            new Level(1_000_000, Metric.P3_COST_1M, Metric.P3_MEMORY_1M),
            new Level(10_000_000, Metric.P3_COST_10M, Metric.P3_MEMORY_10M));

    /** Small enough that what is compacted and merged is so at every level, and not only at the last. */
    private static final String SEGMENT_BYTES = Integer.toString(64 << 20);

    /** Of each partition: twenty million transitions would fill sixty gigabytes of disk otherwise. */
    private static final String RETENTION_BYTES = Integer.toString(1 << 30);

    private static final double MIB = 1 << 20;

    /** For classes, code, stacks and buffers of the network: an estimate, nobody limits them. */
    private static final double JVM_MIB = 512;

    Scenario scenario() {
        return new Scenario(
                "p3-held",
                "Odradek, items held",
                "P3: one process of ./odradek up without read model; items are created, then claimed at random over all"
                        + " of them and completed once that is granted, with " + "%,d".formatted(Mover.IN_HAND)
                        + " in hand, " + "%,d".formatted(moves())
                        + " a round; its whole processor time, that of broker and reaper included and that of the"
                        + " JVM's compilers not (on Linux), by the transitions; warm before the first level; at each"
                        + " the mean of " + leastRounds() + " rounds, or of as many as move an item once on average,"
                        + " after one that is not counted; log.segment.bytes=" + SEGMENT_BYTES + ", so that topics are"
                        + " compacted at every level, log.retention.bytes=" + RETENTION_BYTES
                        + "; memory is the most that ever was resident",
                this::run);
    }

    private int moves() {
        return scale.of(100_000, 10_000);
    }

    private int leastRounds() {
        return scale.of(25, 1);
    }

    private int rounds(int held) {
        return Math.max(leastRounds(), held / moves());
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
        Map<String, String> environment = new HashMap<>(Scenario.NO_READ_MODEL);
        environment.put("ODRADEK_BROKER_LOG_SEGMENT_BYTES", SEGMENT_BYTES);
        environment.put("ODRADEK_BROKER_LOG_RETENTION_BYTES", RETENTION_BYTES);
        environment.put("ODRADEK_BROKER_LOG_RETENTION_CHECK_INTERVAL_MS", "60000");
        try (OdradekServer server = OdradekServer.start(dir, environment, "mode: confirmed", Map.of())) {
            server.apply(Mover.MACHINE);
            Load load = new Load(
                    new Usage(server.up().pid()), new Compilers(server.up().pid()));
            Gauges gauges = new Gauges(server.up().url());
            sheet.add(Metric.P3_MEMORY_MOST, JVM_MIB + configured(gauges) / MIB);
            try (Mover mover = new Mover(server.bootstrap(), gauges, most)) {
                mover.hold(levels.get(0).items());
                warm(sheet, mover, load);
                for (Level level : levels) {
                    mover.hold(level.items());
                    mover.move(moves());
                    sheet.add(level.cost(), micros(mover, load, rounds(level.items())));
                    load.usage().mostResidentMib().ifPresent(mib -> sheet.add(level.memory(), mib));
                }
            }
        }
    }

    private static double configured(Gauges gauges) {
        return gauges.sum("jvm_memory_max_bytes{area=\"heap\"")
                + gauges.sum("odradek_state_store_memory_bytes")
                + gauges.sum("odradek_reaper_memory_bytes");
    }

    private void warm(Sheet sheet, Mover mover, Load load) {
        long enough = System.nanoTime() + scale.leastWarm().toNanos();
        List<Double> costs = new ArrayList<>();
        do {
            costs.add(micros(mover, load, 1));
        } while (System.nanoTime() < enough || (costs.size() < scale.warmRounds() && !Steady.reached(costs)));
        if (!Steady.reached(costs)) {
            sheet.note("P3 was not steady after " + costs.size() + " rounds");
        }
    }

    /** Processor time for each transition of so many rounds. */
    private double micros(Mover mover, Load load, int rounds) {
        Duration before = load.processor();
        for (int i = 0; i < rounds; i++) {
            mover.move(moves());
        }
        double transitions = (double) rounds * Mover.TRANSITIONS * moves();
        return load.processor().minus(before).toNanos() / 1e3 / transitions;
    }
}

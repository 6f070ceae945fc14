package dev.odradek.bench.raw;

import dev.odradek.bench.figure.Metric;
import dev.odradek.bench.figure.Row;
import dev.odradek.bench.figure.Survival;
import dev.odradek.bench.measure.Sheet;
import dev.odradek.bench.measure.Trial;
import dev.odradek.bench.peer.Launcher;
import dev.odradek.localcluster.JavaProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Both raw limits.
 *
 * @param records in one round of the broker's
 * @param items in one round of the core's
 * @param time of each, of which the last third counts
 */
public record RawTrial(int records, int items, Duration time) implements Trial {
    private static final Duration LIMIT = Duration.ofMinutes(5);

    @Override
    public Row row() {
        return new Row(
                "raw",
                "raw limits",
                true,
                Survival.PAGE_CACHE,
                "broker: ./odradek up --only broker, " + RawProducer.BYTES + "-byte records to "
                        + RawProducer.PARTITIONS
                        + " partitions, one idempotent producer, acks=all; core: commands read, decided and their rows"
                        + " stored in RocksDB by one thread, three confirmed stages an item, nothing sent; each the"
                        + " median of the rounds of the last third of " + time.toSeconds() + " s",
                Optional.empty(),
                Map.of(),
                List.of());
    }

    @Override
    public Optional<String> missing() {
        return Launcher.missing();
    }

    @Override
    public void run(Sheet sheet, Path dir) {
        try (Launcher broker = Launcher.up(dir.resolve("data"), Map.of(), "--only", "broker")) {
            sheet.add(
                    Metric.RAW_BROKER,
                    rate(RawProducer.class, dir, broker.bootstrap(), Integer.toString(records), time.toString()));
        }
        sheet.add(
                Metric.RAW_CORE,
                rate(CoreLoop.class, dir, dir.resolve("rows").toString(), Integer.toString(items), time.toString()));
    }

    private static double rate(Class<?> main, Path dir, String... args) {
        try (JavaProcess process = JavaProcess.of(main)
                .jvmArgs("-Xmx1g", "-XX:-UsePerfData")
                .args(args)
                .start(dir.resolve(main.getSimpleName() + ".log"))) {
            String line = process.awaitLine(said -> said.startsWith(Warm.RATE), LIMIT);
            return Double.parseDouble(line.substring(Warm.RATE.length()));
        }
    }
}

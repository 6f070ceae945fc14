package dev.odradek.bench.peer;

import dev.odradek.bench.figure.Row;
import dev.odradek.bench.figure.Survival;
import dev.odradek.bench.measure.Recovery;
import dev.odradek.bench.measure.Server;
import dev.odradek.bench.measure.Subject;
import dev.odradek.bench.measure.Tuning;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** LittleHorse, the nearest design: a server on Kafka Streams, on the same broker as ours. */
final class LittleHorse implements Subject {
    @Override
    public Row row() {
        return new Row(
                "littlehorse",
                "LittleHorse " + LittleHorseServer.VERSION,
                false,
                Survival.PAGE_CACHE,
                "server on a JDK 25 with 2 GB in large pages, 12 partitions, 2 stream threads, replication 1;"
                        + " ./odradek up --only broker; 16 worker threads a task;"
                        + " W4 lowest: task time-out 1 s, 3 retries",
                Optional.empty(),
                Map.of(),
                List.of());
    }

    @Override
    public Optional<String> missing() {
        return Launcher.missing()
                .or(() -> Jdk25.java().isPresent()
                        ? Optional.empty()
                        : Optional.of("its server needs a JDK 25, and none is here; name one by ODRADEK_BENCH_JDK25"));
    }

    @Override
    public boolean hasBulk() {
        return false;
    }

    @Override
    public Recovery recovery() {
        return Recovery.byAnotherAfter("by default a task whose worker is gone fails and is not run again");
    }

    @Override
    public Duration window() {
        return Duration.ofSeconds(5);
    }

    @Override
    public Server start(Path dir, Tuning tuning) throws Exception {
        return LittleHorseServer.start(dir, tuning == Tuning.QUICK_RECOVERY);
    }
}

package dev.odradek.bench.scenario;

import dev.odradek.bench.figure.Metric;
import dev.odradek.bench.figure.Spread;
import dev.odradek.bench.measure.Scale;
import dev.odradek.bench.measure.Sheet;
import dev.odradek.bench.measure.Usage;
import dev.odradek.bench.peer.Launcher;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** P8: one look at what is due among many leases, and how late one that falls due is taken back. */
record Reaping(Scale scale) {
    private static final Duration LEASE = Duration.ofHours(1);
    private static final Duration SHORT = Duration.ofSeconds(2);

    Scenario scenario() {
        return new Scenario(
                "p8",
                "Odradek's reaper, %,d leases".formatted(leases()),
                "P8: ./odradek up --only reaper-job beside ./odradek up --only broker; timers as the core writes them,"
                        + " %,d of them moved each second; %d short leases, one by one: from the end of the lease"
                                .formatted(moves(), probes())
                        + " until its expiry stands in the log",
                this::run);
    }

    private int leases() {
        return scale.of(1_000_000, 100_000);
    }

    private int moves() {
        return scale.of(10_000, 1_000);
    }

    private int probes() {
        return scale.of(24, 5);
    }

    private void run(Sheet sheet, Path dir) throws Exception {
        try (Launcher broker = Launcher.up(dir.resolve("broker"), Map.of(), "--only", "broker");
                Launcher reaper = Launcher.up(
                        dir.resolve("reaper"), Map.of(), "--only", "reaper-job", "--bootstrap", broker.bootstrap());
                Leases leases = new Leases(broker.bootstrap())) {
            for (int i = 0; i < leases(); i++) {
                leases.set(i, LEASE);
            }
            leases.awaitRead(Duration.ofMinutes(10));
            Usage usage = new Usage(reaper.pid());
            Duration before = usage.processor();
            long begun = System.nanoTime();
            List<Double> late = new ArrayList<>();
            AutoCloseable moving = leases.moving(leases(), moves(), LEASE);
            try (moving) {
                for (int probe = 0; probe < probes(); probe++) {
                    late.add(leases.lateness(leases() + probe, SHORT));
                }
            }
            double seconds = (System.nanoTime() - begun) / 1e9;
            Spread spread = new Spread(late);
            sheet.add(Metric.P8_LATE_P50, spread.median());
            sheet.add(Metric.P8_LATE_WORST, spread.max());
            sheet.add(Metric.P8_CORES, usage.processor().minus(before).toNanos() / 1e9 / seconds);
            sheet.add(
                    Metric.P8_TICK,
                    1e6 * new Gauges(reaper.url()).value("odradek_reaper_tick_seconds{quantile=\"0.5\"}"));
        }
    }
}

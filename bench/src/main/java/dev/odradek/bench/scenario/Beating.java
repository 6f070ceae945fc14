package dev.odradek.bench.scenario;

import dev.odradek.bench.figure.Metric;
import dev.odradek.bench.measure.Agent;
import dev.odradek.bench.measure.MeasureException;
import dev.odradek.bench.measure.Scale;
import dev.odradek.bench.measure.Sheet;
import dev.odradek.bench.measure.Usage;
import dev.odradek.bench.peer.OdradekServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/** P7: many leases that their holders renew every second, and what that costs the server. */
record Beating(Scale scale) {
    private static final String ROUND = "beating";
    private static final int BATCH = 1_000;
    /** As many as there are partitions: each has some of them. */
    private static final int CREW = 8;

    /** Several times as many calls as full batches take: a batch that is given in time is not always full. */
    private static final String SLOTS = "64";

    private static final Duration SETTLED = Duration.ofSeconds(10);
    private static final Duration LIMIT = Duration.ofMinutes(5);

    Scenario scenario() {
        return new Scenario(
                "p7",
                "Odradek, %,d leases".formatted(leases()),
                "P7: one worker process with " + CREW + " workers, given items by " + BATCH
                        + " at a time, which they hold and name in a beat each second; cores of ./odradek up, broker"
                        + " included, over " + window().toSeconds() + " s, before the first item and with all held",
                this::run);
    }

    private int leases() {
        return scale.of(100_000, 10_000);
    }

    private Duration window() {
        return scale.of(Duration.ofSeconds(30), Duration.ofSeconds(10));
    }

    private void run(Sheet sheet, Path dir) {
        Map<String, String> holds = Map.of(
                "batch", Integer.toString(BATCH),
                "crew", Integer.toString(CREW),
                "slots", SLOTS,
                "work-ms", Long.toString(Duration.ofDays(1).toMillis()));
        try (OdradekServer server =
                        OdradekServer.start(dir, Scenario.NO_READ_MODEL, "lease: 30m, batch: " + BATCH, Map.of());
                Agent producer = server.producer()) {
            Agent worker = server.worker(holds);
            try {
                Usage usage = new Usage(server.up().pid());
                Gauges gauges = new Gauges(server.up().url());
                worker.ask("expect " + ROUND + " " + leases() + " 1");
                LockSupport.parkNanos(SETTLED.toNanos());
                double idle = usage.cores(window());
                producer.times("bulk one " + ROUND + " " + leases() + " 500", LIMIT);
                awaitHeld(worker);
                LockSupport.parkNanos(SETTLED.toNanos());
                double beating = usage.cores(window());
                double reaped = gauges.sum("odradek_reaper_reaped_total");
                if (reaped > 0) {
                    sheet.note("P7: %,.0f leases were taken back meanwhile".formatted(reaped));
                }
                sheet.add(Metric.P7_IDLE, idle);
                sheet.add(Metric.P7, beating - idle);
            } finally {
                // It would wait for what it holds.
                worker.kill();
            }
        }
    }

    private void awaitHeld(Agent worker) {
        long deadline = System.nanoTime() + LIMIT.toNanos();
        for (int held = held(worker); held < leases(); held = held(worker)) {
            if (System.nanoTime() > deadline) {
                throw new MeasureException(
                        "%,d of %,d items were held within %d min".formatted(held, leases(), LIMIT.toMinutes()));
            }
            LockSupport.parkNanos(Duration.ofMillis(100).toNanos());
        }
    }

    private static int held(Agent worker) {
        return Integer.parseInt(worker.ask("count " + ROUND));
    }
}

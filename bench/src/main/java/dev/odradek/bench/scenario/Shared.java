package dev.odradek.bench.scenario;

import dev.odradek.bench.figure.Metric;
import dev.odradek.bench.figure.Steady;
import dev.odradek.bench.measure.Agent;
import dev.odradek.bench.measure.MeasureException;
import dev.odradek.bench.measure.Sheet;
import dev.odradek.bench.peer.OdradekServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/**
 * P4 and P5: worker processes with one slot each, and how near they come to sharing the work perfectly.
 *
 * @param times how long each worker takes for an item
 */
record Shared(Metric metric, String transport, int items, List<Duration> times) {
    private static final int PRACTICE = 6;

    /** One of four is a hundred times slower. */
    static Shared uneven(String transport) {
        Duration usual = Duration.ofMillis(10);
        return new Shared(Metric.P4, transport, 3_000, List.of(usual, usual, usual, usual.multipliedBy(100)));
    }

    /** Sixteen long items for four workers. */
    static Shared longWork(Duration each) {
        return new Shared(Metric.P5, "partitioned", 16, List.of(each, each, each, each));
    }

    Scenario scenario() {
        String which = transport.equals("partitioned") ? "the default transport" : "transport " + transport;
        return new Scenario(
                metric.key() + "-" + transport,
                "Odradek, confirmed, " + which,
                ("%s: %,d items, four worker processes with one slot each that take %s ms; first call to last end,"
                                + " after rounds for practice if it is short")
                        .formatted(
                                metric.workload(),
                                items,
                                times.stream().map(Duration::toMillis).toList()),
                this::run);
    }

    private void run(Sheet sheet, Path dir) throws Exception {
        List<Agent> workers = new ArrayList<>();
        try (OdradekServer server =
                        OdradekServer.start(dir, Scenario.NO_READ_MODEL, "transport: " + transport, Map.of());
                Agent producer = server.producer()) {
            for (Duration time : times) {
                workers.add(server.worker(Map.of("slots", "1", "work-ms", Long.toString(time.toMillis()))));
            }
            practise(sheet, producer, workers);
            sheet.add(metric, timed("shared", producer, workers) * 1e3 / ideal().toMillis());
        } finally {
            workers.forEach(Agent::kill);
        }
    }

    /** As much is done, again and again, before the clock runs: it is about sharing, not about a cold JVM. */
    private void practise(Sheet sheet, Agent producer, List<Agent> workers) {
        if (times.get(0).compareTo(Duration.ofSeconds(1)) >= 0) {
            // Work of half a minute cannot be given for practice.
            LockSupport.parkNanos(Duration.ofSeconds(10).toNanos());
            return;
        }
        List<Double> rates = new ArrayList<>();
        while (rates.size() < PRACTICE && !Steady.reached(rates)) {
            rates.add(1 / timed("practice" + rates.size(), producer, workers));
            // The last ones have only begun.
            LockSupport.parkNanos(slowest().toNanos());
        }
        if (!Steady.reached(rates)) {
            sheet.note(metric.workload() + " was not steady after " + PRACTICE + " rounds");
        }
    }

    /** How many seconds one round takes, from the first call to the last end. */
    private double timed(String round, Agent producer, List<Agent> workers) {
        workers.forEach(worker -> worker.ask("expect " + round + " " + items + " 1"));
        long[] calls = producer.times("bulk one " + round + " " + items + " 500", Duration.ofMinutes(1));
        awaitAll(workers, round, items, worst().plusSeconds(60));
        return (lastEnd(round, workers) - Arrays.stream(calls).min().orElseThrow()) / 1e6;
    }

    /** How long it would take if no worker were ever idle while there is work. */
    Duration ideal() {
        double perSecond =
                times.stream().mapToDouble(time -> 1e3 / time.toMillis()).sum();
        return Duration.ofMillis((long) (1e3 * items / perSecond));
    }

    /** How long it would take if each did an equal part, however slow it is. */
    private Duration worst() {
        return slowest().multipliedBy(items / times.size() + 1);
    }

    private Duration slowest() {
        return times.stream().max(Duration::compareTo).orElseThrow();
    }

    private static void awaitAll(List<Agent> workers, String round, int items, Duration limit) {
        long deadline = System.nanoTime() + limit.toNanos();
        while (workers.stream()
                        .mapToInt(worker -> Integer.parseInt(worker.ask("count " + round)))
                        .sum()
                < items) {
            if (System.nanoTime() > deadline) {
                throw new MeasureException(
                        "not all of " + items + " items had begun within " + limit.toSeconds() + " s");
            }
            LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
        }
    }

    private long lastEnd(String round, List<Agent> workers) {
        long last = 0;
        for (int i = 0; i < workers.size(); i++) {
            long[] starts = workers.get(i).times("take " + round, Duration.ofMinutes(1));
            last = Math.max(
                    last, Arrays.stream(starts).max().orElse(0) + times.get(i).toNanos() / 1_000);
        }
        return last;
    }
}

package dev.odradek.bench.measure;

import dev.odradek.bench.agent.Shape;
import dev.odradek.bench.figure.Metric;
import dev.odradek.bench.figure.Round;
import dev.odradek.bench.figure.Spread;
import dev.odradek.bench.figure.Steady;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntFunction;

/** W1, W2 and W3 of one system, once, on a server of its own that is started for it. */
final class Workloads {
    private static final int W2_PER_SECOND = 50;
    private static final int W3_PER_SECOND = 20;

    private final Subject subject;
    private final Scale scale;
    private final Set<String> wanted;
    private final Sheet sheet;

    Workloads(Subject subject, Scale scale, Set<String> wanted, Sheet sheet) {
        this.subject = subject;
        this.scale = scale;
        this.wanted = wanted;
        this.sheet = sheet;
    }

    void measure(Path dir) throws Exception {
        try (Server server = subject.start(dir, Tuning.WORKING);
                Agent producer = server.producer()) {
            try (Agent worker = server.worker(Map.of())) {
                Rounds rounds = new Rounds(worker, producer);
                if (wanted.contains("W1") || wanted.contains("W2")) {
                    double rate = steady(Metric.W1, rounds, jobs -> rounds.single(Shape.ONE, jobs));
                    w1(rounds, rate);
                    w2(rounds);
                }
                if (wanted.contains("W3")) {
                    w3(rounds);
                }
                if (wanted.contains("W1") && subject.hasBulk()) {
                    rounds.warm(
                            jobs -> rounds.bulk(Shape.ONE, jobs),
                            scale.window(subject),
                            2,
                            Duration.ZERO,
                            Duration.ofMinutes(1));
                }
            }
            if (wanted.contains("W1") && subject.hasBulk()) {
                bulk(server, producer);
            }
        }
    }

    private void w1(Rounds rounds, double rate) {
        if (wanted.contains("W1")) {
            int jobs = Rounds.sized(rate, scale.window(subject));
            sheet.add(Metric.W1, rounds.single(Shape.ONE, jobs).rate());
        }
    }

    private void w2(Rounds rounds) {
        if (wanted.contains("W2")) {
            paced(rounds, Shape.ONE, W2_PER_SECOND, Metric.W2_P50, Metric.W2_P99);
        }
    }

    private void w3(Rounds rounds) {
        IntFunction<Round> post =
                jobs -> subject.hasBulk() ? rounds.bulk(Shape.THREE, jobs) : rounds.single(Shape.THREE, jobs);
        double rate = steady(Metric.W3, rounds, post);
        sheet.add(
                Metric.W3, post.apply(Rounds.sized(rate, scale.window(subject))).rate());
        paced(rounds, Shape.THREE, W3_PER_SECOND, Metric.W3_P50, Metric.W3_P99);
    }

    private double steady(Metric metric, Rounds rounds, IntFunction<Round> round) {
        List<Double> rates = rounds.warm(round, scale.window(subject), scale);
        if (!Steady.reached(rates)) {
            sheet.note(metric.workload() + " was not steady after " + rates.size() + " rounds");
        }
        return rates.get(rates.size() - 1);
    }

    private void paced(Rounds rounds, Shape shape, int perSecond, Metric p50, Metric p99) {
        settle(p50, rounds, shape, perSecond);
        Spread millis = rounds.paced(shape, scale.jobsAt(perSecond), perSecond).millis();
        sheet.add(p50, millis.at(0.50));
        sheet.add(p99, millis.at(0.99));
    }

    /** After a flood what was put off is still being done, and what only happens at rest is not compiled yet. */
    private void settle(Metric p50, Rounds rounds, Shape shape, int perSecond) {
        List<Double> medians = new ArrayList<>();
        do {
            medians.add(rounds.paced(shape, scale.settling(perSecond), perSecond)
                    .millis()
                    .median());
        } while (medians.size() < scale.settleRounds() && !Steady.reached(medians));
        if (!scale.isQuick() && !Steady.reached(medians)) {
            sheet.note(p50.workload() + " at " + perSecond + " a second was not steady after " + medians.size()
                    + " rounds");
        }
    }

    /** Everything is enqueued while no worker runs; then one is started. */
    private void bulk(Server server, Agent producer) {
        double rate = sheet.row().figure(Metric.W1).orElseThrow().median();
        int jobs = Math.max(
                10 * Rounds.BULK, Rounds.sized(rate, scale.window(subject).multipliedBy(2)));
        String round = "bulk" + ProcessHandle.current().pid() + "x" + jobs;
        long before = System.nanoTime();
        long[] calls = producer.times("bulk one " + round + " " + jobs + " " + Rounds.BULK, Duration.ofMinutes(5));
        sheet.add(Metric.W1_BULK, jobs / ((System.nanoTime() - before) / 1e9));
        server.loaded();
        try (Agent worker = server.worker(Map.of("expect", round + ":" + jobs + ":1"))) {
            Rounds.awaitAll(List.of(worker), round, jobs);
            long[] starts = worker.times("take " + round, Duration.ofMinutes(1));
            sheet.add(Metric.W1_DRAIN, new Round(calls, starts).drainRate());
        }
    }
}

package dev.odradek.bench.scenario;

import dev.odradek.bench.agent.Shape;
import dev.odradek.bench.figure.Metric;
import dev.odradek.bench.figure.Steady;
import dev.odradek.bench.measure.Agent;
import dev.odradek.bench.measure.Rounds;
import dev.odradek.bench.measure.Scale;
import dev.odradek.bench.measure.Sheet;
import dev.odradek.bench.peer.OdradekServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** P3, first part: three stages, shared by more and more worker processes. */
record Crowd(Scale scale) {
    private static final Duration WINDOW = Duration.ofSeconds(3);

    private static final List<Metric> BY_DOUBLING =
            List.of(Metric.P3_1_WORKER, Metric.P3_2_WORKERS, Metric.P3_4_WORKERS, Metric.P3_8_WORKERS);

    Scenario scenario() {
        return new Scenario(
                "p3-workers",
                "Odradek, eager, several workers",
                "P3: posted by 500 while 1, 2, 4 and 8 worker processes work, 256 slots a queue each, one machine with"
                        + " server and producer; workers are added to those that run",
                this::run);
    }

    private void run(Sheet sheet, Path dir) {
        List<Agent> workers = new ArrayList<>();
        try (OdradekServer server = OdradekServer.start(dir, Scenario.NO_READ_MODEL, "mode: eager", Map.of());
                Agent producer = server.producer()) {
            for (Metric metric : BY_DOUBLING.subList(0, scale.of(BY_DOUBLING.size(), 2))) {
                int wanted = 1 << BY_DOUBLING.indexOf(metric);
                while (workers.size() < wanted) {
                    workers.add(server.worker(Map.of()));
                }
                sheet.add(metric, rate(sheet, new Rounds(workers, producer)));
            }
        } finally {
            workers.forEach(Agent::kill);
        }
    }

    private double rate(Sheet sheet, Rounds rounds) {
        List<Double> rates = rounds.warm(items -> rounds.bulk(Shape.THREE, items), WINDOW, scale);
        if (!Steady.reached(rates)) {
            sheet.note("P3 was not steady after " + rates.size() + " rounds");
        }
        return rounds.bulk(Shape.THREE, Rounds.sized(rates.get(rates.size() - 1), WINDOW))
                .rate();
    }
}

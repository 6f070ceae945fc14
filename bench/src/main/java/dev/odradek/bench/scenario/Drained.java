package dev.odradek.bench.scenario;

import dev.odradek.bench.agent.Shape;
import dev.odradek.bench.figure.Metric;
import dev.odradek.bench.figure.Spread;
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

/** P1: many items through three stages, as fast as they go. */
record Drained(String mode, Scale scale) {
    /** One creation, three claims, three completions. */
    private static final int TRANSITIONS = 7;

    /** So many rounds, of which the median counts: as with the raw limit it is held against. */
    private static final int MEASURED = 3;

    private static final Duration WINDOW = Duration.ofSeconds(3);

    Scenario scenario() {
        return new Scenario(
                "p1-" + mode,
                "Odradek, " + mode,
                "P1: posted by 500 while one worker process works, 256 slots a queue; " + TRANSITIONS
                        + " transitions an item: created, and claimed and completed three times"
                        + (mode.equals("eager") ? ", each claim with its completion in one command and one fact" : ""),
                this::run);
    }

    private void run(Sheet sheet, Path dir) throws Exception {
        try (OdradekServer server = OdradekServer.start(dir, Scenario.NO_READ_MODEL, "mode: " + mode, Map.of());
                Agent worker = server.worker(Map.of());
                Agent producer = server.producer()) {
            Rounds rounds = new Rounds(worker, producer);
            List<Double> rates = rounds.warmAlone(items -> rounds.bulk(Shape.THREE, items), WINDOW, scale);
            if (!Steady.reached(rates)) {
                sheet.note("P1 was not steady after " + rates.size() + " rounds");
            }
            int items = Rounds.sized(rates.get(rates.size() - 1), WINDOW.multipliedBy(3));
            List<Double> measured = new ArrayList<>();
            for (int i = 0; i < MEASURED; i++) {
                measured.add(rounds.bulk(Shape.THREE, items).rate());
            }
            sheet.add(Metric.P1, TRANSITIONS * new Spread(measured).median());
        }
    }
}

package dev.odradek.bench.scenario;

import dev.odradek.bench.agent.Shape;
import dev.odradek.bench.figure.Metric;
import dev.odradek.bench.figure.Round;
import dev.odradek.bench.figure.Spread;
import dev.odradek.bench.measure.Agent;
import dev.odradek.bench.measure.MeasureException;
import dev.odradek.bench.measure.Rounds;
import dev.odradek.bench.measure.Scale;
import dev.odradek.bench.measure.Sheet;
import dev.odradek.bench.peer.OdradekServer;
import dev.odradek.topics.settings.Connection;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/** P2: three stages at 50 items/s, from the call to the fact that the item is done. */
record Paced(String mode, Scale scale) {
    private static final int PER_SECOND = 50;
    private static final Duration LIMIT = Duration.ofMinutes(5);

    Scenario scenario() {
        return new Scenario(
                "p2-" + mode,
                "Odradek, " + mode,
                "P2: done is when a reader of events, uncommitted, in a third process has the last move",
                this::run);
    }

    private void run(Sheet sheet, Path dir) throws Exception {
        try (OdradekServer server = OdradekServer.start(dir, Scenario.NO_READ_MODEL, "mode: " + mode, Map.of());
                Agent worker = server.worker(Map.of());
                Agent producer = server.producer();
                DoneReader reader = DoneReader.open(Connection.to(server.bootstrap()))) {
            Rounds rounds = new Rounds(worker, producer);
            rounds.warm(items -> rounds.bulk(Shape.THREE, items), Duration.ofSeconds(3), scale);
            rounds.paced(Shape.THREE, 2 * PER_SECOND, PER_SECOND);
            int items = scale.jobsAt(PER_SECOND);
            reader.expect("p2", items);
            long[] calls =
                    producer.times("single three p2 " + items + " " + Rounds.IN_FLIGHT + " " + PER_SECOND, LIMIT);
            if (!reader.await(Duration.ofMinutes(1))) {
                throw new MeasureException("not every item of P2 was done within a minute of the last call");
            }
            Spread millis = new Round(calls, reader.times()).millis();
            sheet.add(Metric.P2_P50, millis.at(0.50));
            sheet.add(Metric.P2_P99, millis.at(0.99));
        }
    }
}

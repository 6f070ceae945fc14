package dev.odradek.bench.scenario;

import dev.odradek.bench.agent.Shape;
import dev.odradek.bench.figure.Metric;
import dev.odradek.bench.measure.Agent;
import dev.odradek.bench.measure.Rounds;
import dev.odradek.bench.measure.Scale;
import dev.odradek.bench.measure.Sheet;
import dev.odradek.bench.peer.OdradekServer;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** P10: items of several sizes through one stage; the largest as artifacts, stored and fetched over HTTP. */
record Payload(Scale scale) {
    private static final int WARM = 2;

    private record Size(int bytes, boolean artifact, Metric items, Metric megabytes) {}

    private static final List<Size> SIZES = List.of(
            new Size(1_000, false, Metric.P10_1K, Metric.P10_1K_BYTES),
            new Size(100_000, false, Metric.P10_100K, Metric.P10_100K_BYTES),
            new Size(1_000_000, true, Metric.P10_1M, Metric.P10_1M_BYTES));

    Scenario scenario() {
        return new Scenario(
                "p10",
                "Odradek, confirmed",
                "P10: single posts, 64 in flight, while one worker process works; 1 MB is stored over HTTP first, named"
                        + " by the item, and begun once it is fetched; two rounds before the one that counts",
                this::run);
    }

    private void run(Sheet sheet, Path dir) {
        try (OdradekServer server = OdradekServer.start(dir, Scenario.NO_READ_MODEL, "mode: confirmed", Map.of())) {
            SIZES.forEach(size -> measure(sheet, server, size));
        }
    }

    private void measure(Sheet sheet, OdradekServer server, Size size) {
        Map<String, String> options = new HashMap<>(Map.of("payload-bytes", Integer.toString(size.bytes())));
        if (size.artifact()) {
            options.put("artifact-url", server.up().url());
        }
        try (Agent worker = server.worker(options);
                Agent producer = server.producer(options)) {
            Rounds rounds = new Rounds(worker, producer);
            for (int i = 0; i < WARM; i++) {
                rounds.single(Shape.ONE, items(size));
            }
            double rate = rounds.single(Shape.ONE, items(size)).rate();
            sheet.add(size.items(), rate);
            sheet.add(size.megabytes(), rate * size.bytes() / 1e6);
        }
    }

    /** As many as make about a hundred megabytes, or a few seconds of small ones. */
    private int items(Size size) {
        return Math.min(scale.of(20_000, 5_000), scale.of(200_000_000, 50_000_000) / size.bytes());
    }
}

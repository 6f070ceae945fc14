package dev.odradek.bench.scenario;

import dev.odradek.bench.figure.Metric;
import dev.odradek.bench.measure.Sheet;
import dev.odradek.bench.peer.Launcher;
import java.nio.file.Path;
import java.util.Map;

/** P9: from the command to everything being ready. */
final class StartUp {
    private StartUp() {}

    static Scenario scenario() {
        return new Scenario(
                "p9",
                "Odradek, everything on",
                "P9: ./odradek up until it says that it is up, with database and read model",
                StartUp::run);
    }

    private static void run(Sheet sheet, Path dir) {
        sheet.add(Metric.P9_COLD, seconds(dir));
        sheet.add(Metric.P9_WARM, seconds(dir));
    }

    private static double seconds(Path dir) {
        long start = System.nanoTime();
        Launcher up = Launcher.up(dir.resolve("data"), Map.of());
        double seconds = (System.nanoTime() - start) / 1e9;
        up.close();
        return seconds;
    }
}

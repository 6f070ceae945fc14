package dev.odradek.bench.scenario;

import dev.odradek.bench.measure.Scale;
import dev.odradek.bench.measure.Trial;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Every scenario there is, by its name in the report. */
public final class Scenarios {
    public static final List<String> IDS = List.of("P1", "P2", "P3", "P4", "P5", "P6", "P7", "P8", "P9", "P10");

    private Scenarios() {}

    public static List<Trial> named(String id, Scale scale) {
        List<Trial> found = new ArrayList<>();
        switch (id) {
            case "P1" -> modes().forEach(mode -> found.add(new Drained(mode, scale).scenario()));
            case "P2" -> modes().forEach(mode -> found.add(new Paced(mode, scale).scenario()));
            case "P3" -> {
                found.add(new Crowd(scale).scenario());
                found.add(new Holding(scale).scenario());
            }
            case "P4" -> {
                found.add(Shared.uneven("partitioned").scenario());
                found.add(Shared.uneven("shared").scenario());
            }
            case "P5" -> found.add(Shared.longWork(Duration.ofSeconds(30)).scenario());
            case "P6" -> found.add(new Posting(scale).scenario());
            case "P7" -> found.add(new Beating(scale).scenario());
            case "P8" -> found.add(new Reaping(scale).scenario());
            case "P9" -> found.add(StartUp.scenario());
            case "P10" -> found.add(new Payload(scale).scenario());
            default -> throw new IllegalArgumentException("there is no scenario " + id);
        }
        return found;
    }

    private static List<String> modes() {
        return List.of("eager", "confirmed");
    }
}

package dev.odradek.standalone.service;

import dev.odradek.topics.settings.Connection;
import dev.odradek.topics.settings.Settings;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Everything of {@code ./odradek up}, on free ports, for tests. */
public final class RunningOdradek implements AutoCloseable {
    private final Standalone standalone;

    private RunningOdradek(Standalone standalone) {
        this.standalone = standalone;
    }

    public static RunningOdradek in(Path dataDir) {
        return in(dataDir, EnumSet.allOf(Service.class), Map.of());
    }

    public static RunningOdradek in(Path dataDir, Map<String, String> more) {
        return in(dataDir, EnumSet.allOf(Service.class), more);
    }

    /** Only these services, with more settings than the usual. */
    public static RunningOdradek in(Path dataDir, Set<Service> services, Map<String, String> more) {
        Settings settings = new Settings(
                Map.of("odradek.partitions", "3", "odradek.answer-slots", "4", "odradek.max-bytes", "100000"),
                Map.of());
        for (var each : more.entrySet()) {
            settings = settings.with(each.getKey(), each.getValue());
        }
        StandaloneConfig config =
                new StandaloneConfig(new DataDir(dataDir), services, Optional.empty(), 0, 0, settings);
        return new RunningOdradek(Standalone.start(config, sentence -> {}));
    }

    public Connection connection() {
        return standalone.connection();
    }

    public String url() {
        return standalone.url();
    }

    /** Where the read model is. */
    public String database() {
        return standalone.database().orElseThrow();
    }

    public String scrape() {
        return standalone.metrics().scrape();
    }

    @Override
    public void close() {
        standalone.close();
    }
}

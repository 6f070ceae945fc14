package dev.odradek.standalone.service;

import dev.odradek.ingest.IngestConfig;
import dev.odradek.ingest.IngestService;
import dev.odradek.ingest.Operations;
import dev.odradek.ingest.Reading;
import dev.odradek.ingest.Surroundings;
import dev.odradek.topics.settings.Connection;
import dev.odradek.topics.settings.Settings;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Starts ingest in this process, on the port on which {@link HttpSide} has answered until then. */
final class IngestSide {
    private static final String ARTIFACTS = "odradek.artifacts.dir";

    private IngestSide() {}

    static IngestService start(
            StandaloneConfig config,
            Connection connection,
            HttpSide http,
            Metrics metrics,
            BooleanSupplier healthy,
            Supplier<Optional<String>> note) {
        Reading elsewhere = new RemoteReading(config);
        Reading reading = (path, query) -> http.read(path, query)
                .map(reply -> new Reading.Answered(reply.status(), reply.contentType(), reply.body()))
                .orElseGet(() -> elsewhere.get(path, query));
        Operations operations = new Operations() {
            @Override
            public boolean isHealthy() {
                return healthy.getAsBoolean();
            }

            @Override
            public Optional<String> note() {
                return note.get().map(Reply::outward);
            }

            @Override
            public String scrape() {
                return metrics.scrape();
            }

            @Override
            public MeterRegistry meters() {
                return metrics.registry();
            }

            @Override
            public void handOver() {
                http.close();
            }
        };
        return IngestService.start(
                IngestConfig.from(settings(config)).onPort(http.port()),
                new Surroundings(connection, reading, operations));
    }

    /** Artifacts are kept with all the other data, unless the settings say where. */
    private static Settings settings(StandaloneConfig config) {
        Settings settings = config.settings();
        return settings.text(ARTIFACTS, "").isBlank()
                ? settings.with(ARTIFACTS, config.dataDir().root().resolve("artifacts"))
                : settings;
    }
}

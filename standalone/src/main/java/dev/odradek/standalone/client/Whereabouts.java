package dev.odradek.standalone.client;

import dev.odradek.standalone.service.DataDir;
import dev.odradek.standalone.service.Endpoint;
import dev.odradek.standalone.service.Service;
import dev.odradek.topics.settings.Connection;
import dev.odradek.topics.settings.Settings;
import java.util.Optional;

/**
 * Where the verbs find odradek: what was named on the command line, else the settings, else what runs on the data
 * directory.
 */
public record Whereabouts(DataDir dataDir, Optional<String> bootstrap, Optional<String> url, Settings settings) {
    private static final String UNSET = "";

    /** The broker to talk to, whether or not it answers. */
    public Connection connection() {
        Connection configured = Connection.from(settings);
        Optional<String> named = bootstrap.or(
                () -> Optional.of(settings.text("odradek.bootstrap", UNSET)).filter(text -> !text.isBlank()));
        if (named.isPresent()) {
            return new Connection(named.get(), configured.plan(), configured.kafka());
        }
        Endpoint broker = dataDir.running(Service.STATE_STORE)
                .or(() -> dataDir.running(Service.BROKER))
                .orElseThrow(this::nothingRuns);
        return new Connection(broker.bootstrap(), broker.plan(), configured.kafka());
    }

    /** The address of the reads. */
    public String readsUrl() {
        return url.or(() -> dataDir.running(Service.STATE_STORE).map(Endpoint::url))
                .orElseThrow(this::nothingRuns);
    }

    public boolean hasReads() {
        return url.isPresent() || dataDir.running(Service.STATE_STORE).isPresent();
    }

    private Complaint nothingRuns() {
        return new Complaint(
                Exit.NOT_THERE,
                "No odradek runs on the data directory " + dataDir.root()
                        + "; start one with ./odradek up, or say where it is with --data-dir, --bootstrap or --url.");
    }
}

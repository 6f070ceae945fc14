package dev.odradek.standalone.client;

import dev.odradek.standalone.service.DataDir;
import dev.odradek.standalone.service.Endpoint;
import dev.odradek.standalone.service.ReadSide;
import dev.odradek.standalone.service.Service;
import dev.odradek.statestore.table.DatabaseConfig;
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
                .orElseThrow(() -> nothingRuns("--data-dir or --bootstrap"));
        return new Connection(broker.bootstrap(), broker.plan(), configured.kafka());
    }

    /** The address of the reads. */
    public String readsUrl() {
        return url.or(() -> here(Service.STATE_STORE).map(Endpoint::url))
                .orElseThrow(() -> nothingRuns("--data-dir or --url"));
    }

    /** The address of the lists, which a process of its own may keep. */
    public String listsUrl() {
        return url.or(() -> here(Service.READ_MODEL).map(Endpoint::url)).orElseGet(this::readsUrl);
    }

    /** What runs on the data directory, unless another Kafka was named than it works on. */
    private Optional<Endpoint> here(Service service) {
        Optional<Endpoint> running = dataDir.running(service);
        if (running.isPresent()
                && bootstrap
                        .filter(other -> !other.equals(running.get().bootstrap()))
                        .isPresent()) {
            throw new Complaint(
                    Exit.USAGE,
                    "The odradek that runs on " + dataDir.root() + " works on "
                            + running.get().bootstrap() + ", not on " + bootstrap.get()
                            + "; say with --url where to read.");
        }
        return running;
    }

    /** The database of the read model: the one of the settings, or the one that runs on the data directory. */
    public DatabaseConfig database() {
        String named = settings.text(DatabaseConfig.URL, UNSET);
        Optional<String> running = dataDir.running(Service.READ_MODEL)
                .or(() -> dataDir.running(Service.DATABASE))
                .map(Endpoint::database);
        if (named.equals(ReadSide.NONE) || (named.isBlank() && running.isEmpty())) {
            throw new Complaint(
                    Exit.NOT_THERE,
                    "There is no database with a read model: "
                            + (named.isBlank() ? "none runs on " + dataDir.root() : DatabaseConfig.URL + " is " + named)
                            + "; start one with ./odradek up, or name one with " + DatabaseConfig.URL + ".");
        }
        return DatabaseConfig.from(settings, running.orElse(named), ReadSide.USER);
    }

    /** Whether a broker is known of; it may be that only an address of reads is. */
    public boolean hasBroker() {
        return bootstrap.isPresent()
                || !settings.text("odradek.bootstrap", UNSET).isBlank()
                || dataDir.running(Service.STATE_STORE).isPresent()
                || dataDir.running(Service.BROKER).isPresent();
    }

    public boolean hasReads() {
        return url.isPresent() || here(Service.STATE_STORE).isPresent();
    }

    /** @param options those that this would have been found by */
    private Complaint nothingRuns(String options) {
        return new Complaint(
                Exit.NOT_THERE,
                "No odradek runs on the data directory " + dataDir.root()
                        + "; start one with ./odradek up, or say where it is with " + options + ".");
    }
}

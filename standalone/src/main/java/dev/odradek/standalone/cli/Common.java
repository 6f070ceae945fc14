package dev.odradek.standalone.cli;

import dev.odradek.standalone.client.Asking;
import dev.odradek.standalone.client.ReadClient;
import dev.odradek.standalone.client.Whereabouts;
import dev.odradek.standalone.service.DataDir;
import dev.odradek.topics.settings.Settings;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;

/** What every verb understands: where odradek is, for whom to ask, and how to print. */
final class Common {
    @Spec(Spec.Target.MIXEE)
    private CommandSpec verb = CommandSpec.create();

    @Option(names = "--json", description = "Print JSON instead of sentences.")
    private boolean json;

    @Option(names = "--tenant", paramLabel = "NAME", description = "Ask for this tenant (default: default).")
    private @Nullable String tenant;

    @Option(
            names = "--data-dir",
            paramLabel = "DIR",
            description = "Where odradek keeps its data and is found by (default: ~/.odradek, or ODRADEK_DATA_DIR).")
    private @Nullable Path dataDir;

    @Option(names = "--bootstrap", paramLabel = "HOST:PORT", description = "Talk to this Kafka instead.")
    private @Nullable String bootstrap;

    @Option(names = "--url", paramLabel = "URL", description = "Read from this address instead.")
    private @Nullable String url;

    private final Settings settings = Settings.ofProcess();

    Out out() {
        return new Out(verb.commandLine().getOut(), json);
    }

    Settings settings() {
        return settings;
    }

    String tenant() {
        return tenant != null ? tenant : settings.text("odradek.tenant", "default");
    }

    DataDir dataDir() {
        if (dataDir != null) {
            return new DataDir(dataDir);
        }
        String configured = settings.text("odradek.data-dir", "");
        return configured.isBlank() ? DataDir.home() : new DataDir(Path.of(configured));
    }

    /** The demo's own directory, unless one is named: it must not share a running odradek's. */
    DataDir demoDir() {
        return dataDir != null
                ? new DataDir(dataDir)
                : new DataDir(dataDir().root().resolve("demo"));
    }

    Optional<String> bootstrap() {
        return Optional.ofNullable(bootstrap);
    }

    Whereabouts whereabouts() {
        return new Whereabouts(dataDir(), bootstrap(), Optional.ofNullable(url), settings);
    }

    Asking ask() {
        return Asking.open(whereabouts().connection());
    }

    /** The JSON at a path of the reads, for the tenant asked for. */
    JsonNode read(String path, Map<String, String> query) {
        Map<String, String> full = new LinkedHashMap<>(query);
        full.put("tenant", tenant());
        return new ReadClient(whereabouts().readsUrl()).get(path, full);
    }
}

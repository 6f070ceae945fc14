package dev.odradek.standalone.cli;

import dev.odradek.standalone.client.Asking;
import dev.odradek.standalone.client.ReadClient;
import dev.odradek.standalone.client.Whereabouts;
import dev.odradek.standalone.service.DataDir;
import dev.odradek.topics.settings.Settings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
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
        return apart("demo");
    }

    /** The samples' own directory, for the same reason. */
    DataDir sampleDir() {
        return apart("sample");
    }

    private DataDir apart(String name) {
        return dataDir != null
                ? new DataDir(dataDir)
                : new DataDir(dataDir().root().resolve(name));
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

    /** The JSON at a path of the reads that the state-store answers. */
    JsonNode read(String path, Map<String, String> query) {
        return new ReadClient(whereabouts().readsUrl()).get(path, forTenant(query));
    }

    /** The JSON at a path of the reads that the read model answers. */
    JsonNode list(String path, Map<String, String> query) {
        return new ReadClient(whereabouts().listsUrl()).get(path, forTenant(query));
    }

    Map<String, String> forTenant(Map<String, String> query) {
        Map<String, String> full = new LinkedHashMap<>(query);
        full.put("tenant", tenant());
        return full;
    }

    /** Shows the rows of a list, and says if it is old. */
    void show(JsonNode list, JsonNode rows, Supplier<String> words) {
        Out out = out();
        out.show(rows, () -> words.get() + behind(list));
        if (out.isJson() && list.hasNonNull("behind")) {
            verb.commandLine().getErr().print(behind(list));
        }
    }

    /** A line that says that a list is old, and why; nothing, if it is not. */
    static String behind(JsonNode list) {
        return list.hasNonNull("behind")
                ? "This may be old, for the read model stands still: "
                        + list.path("behind").asString() + "\n"
                : "";
    }

    /** The command that was given, with one option set to another value. */
    String again(String option, String value) {
        List<String> given = verb.root().commandLine().getParseResult().originalArgs();
        List<String> words = new ArrayList<>(List.of("./odradek"));
        for (int i = 0; i < given.size(); i++) {
            if (given.get(i).equals(option)) {
                i++;
            } else if (!given.get(i).startsWith(option + "=")) {
                words.add(quoted(given.get(i)));
            }
        }
        words.add(option);
        words.add(quoted(value));
        return String.join(" ", words);
    }

    /** As a shell takes it for one word. */
    private static String quoted(String word) {
        return word.matches("[\\w@%+=:,./-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
    }
}

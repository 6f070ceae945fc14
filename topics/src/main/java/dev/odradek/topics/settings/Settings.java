package dev.odradek.topics.settings;

import dev.odradek.topics.machine.DurationText;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;

/**
 * The {@code odradek.*} keys: an environment variable wins over a system property, that over the file.
 *
 * <p>The variable of {@code odradek.state-store.stream-threads} is {@code ODRADEK_STATE_STORE_STREAM_THREADS}.
 */
public final class Settings {
    private static final String ROOT = "odradek.";

    private final Map<String, String> values;
    private final Map<String, String> environment;

    public Settings(Map<String, String> values, Map<String, String> environment) {
        this.values = new TreeMap<>(values);
        this.environment = Map.copyOf(environment);
    }

    /** What the process was started with; {@code odradek.config} names a properties file. */
    public static Settings ofProcess() {
        return of(System.getProperties(), System.getenv());
    }

    static Settings of(Properties properties, Map<String, String> environment) {
        Map<String, String> values = new TreeMap<>();
        String file = environment.getOrDefault(variable("odradek.config"), properties.getProperty("odradek.config"));
        if (file != null) {
            values.putAll(read(Path.of(file)));
        }
        properties.stringPropertyNames().stream()
                .filter(key -> key.startsWith(ROOT))
                .forEach(key -> values.put(key, properties.getProperty(key)));
        return new Settings(values, environment);
    }

    /** These settings with one more value that yields to the environment. */
    public Settings with(String key, Object value) {
        Map<String, String> more = new TreeMap<>(values);
        more.put(key, String.valueOf(value));
        return new Settings(more, environment);
    }

    public String text(String key, String fallback) {
        String fromEnvironment = environment.get(variable(key));
        return fromEnvironment != null ? fromEnvironment : values.getOrDefault(key, fallback);
    }

    public int number(String key, int fallback) {
        String text = text(key, String.valueOf(fallback));
        try {
            return Integer.parseInt(text.trim());
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(key + " must be a whole number, was " + text, e);
        }
    }

    public Duration duration(String key, Duration fallback) {
        String text = text(key, fallback.toMillis() + "ms");
        return DurationText.parse(text)
                .orElseThrow(() -> new IllegalArgumentException(
                        key + " must be a duration such as 500ms, 30s or 5m, was " + text));
    }

    /** Every value below {@code prefix}, keyed by what follows it. */
    public Map<String, String> below(String prefix) {
        Map<String, String> found = new TreeMap<>();
        values.forEach((key, value) -> {
            if (key.startsWith(prefix)) {
                found.put(key.substring(prefix.length()), value);
            }
        });
        String start = variable(prefix);
        environment.forEach((name, value) -> {
            if (name.startsWith(start)) {
                found.put(
                        name.substring(start.length()).toLowerCase(Locale.ROOT).replace('_', '.'), value);
            }
        });
        return found;
    }

    private static String variable(String key) {
        return key.toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_');
    }

    private static Map<String, String> read(Path file) {
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
            properties.load(reader);
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    "odradek.config must name a readable properties file, was " + file + " (" + e.getMessage() + ")",
                    e);
        }
        Map<String, String> values = new TreeMap<>();
        properties.stringPropertyNames().forEach(key -> values.put(key, properties.getProperty(key)));
        return values;
    }
}

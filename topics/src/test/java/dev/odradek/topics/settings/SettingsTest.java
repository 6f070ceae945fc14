package dev.odradek.topics.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SettingsTest {
    private static final String KEY = "odradek.state-store.stream-threads";
    private static final String VARIABLE = "ODRADEK_STATE_STORE_STREAM_THREADS";

    @TempDir
    private Path folder;

    @Test
    void theEnvironmentWinsOverAPropertyAndThatOverTheFile() throws IOException {
        Path file = Files.writeString(folder.resolve("odradek.properties"), KEY + "=1\nodradek.prefix=file.\n");
        Properties properties = properties("odradek.config", file, KEY, 2);

        assertThat(Settings.of(properties("odradek.config", file), Map.of()).number(KEY, 9))
                .isEqualTo(1);
        assertThat(Settings.of(properties, Map.of()).number(KEY, 9)).isEqualTo(2);
        assertThat(Settings.of(properties, Map.of(VARIABLE, "3")).number(KEY, 9))
                .isEqualTo(3);
        assertThat(Settings.of(properties, Map.of(VARIABLE, "3")).text("odradek.prefix", "x"))
                .isEqualTo("file.");
    }

    @Test
    void theEnvironmentAlsoNamesTheFileFirst() throws IOException {
        Path file = Files.writeString(folder.resolve("mine.properties"), KEY + "=7");

        Settings settings = Settings.of(properties("odradek.config", "/nowhere"), Map.of("ODRADEK_CONFIG", file + ""));

        assertThat(settings.number(KEY, 9)).isEqualTo(7);
    }

    @Test
    void whatNobodySetsFallsBack() {
        Settings settings = new Settings(Map.of(), Map.of());

        assertThat(settings.text("odradek.prefix", "odradek.")).isEqualTo("odradek.");
        assertThat(settings.number(KEY, 2)).isEqualTo(2);
        assertThat(settings.duration("odradek.lease", Duration.ofMillis(1_500))).isEqualTo(Duration.ofMillis(1_500));
    }

    @Test
    void anAddedValueYieldsToTheEnvironment() {
        Settings settings = new Settings(Map.of(KEY, "1"), Map.of(VARIABLE, "3"));

        assertThat(settings.with(KEY, 2).number(KEY, 9)).isEqualTo(3);
        assertThat(new Settings(Map.of(KEY, "1"), Map.of()).with(KEY, 2).number(KEY, 9))
                .isEqualTo(2);
    }

    @Test
    void aWrongNumberIsRefusedWithItsKeyAndValue() {
        Settings settings = new Settings(Map.of(KEY, "two"), Map.of());

        assertThatThrownBy(() -> settings.number(KEY, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(KEY + " must be a whole number, was two");
    }

    @Test
    void aWrongDurationIsRefusedWithItsKeyAndValue() {
        Settings settings = new Settings(Map.of("odradek.lease", "soon"), Map.of());

        assertThatThrownBy(() -> settings.duration("odradek.lease", Duration.ZERO))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("odradek.lease must be a duration such as 500ms, 30s or 5m, was soon");
    }

    @Test
    void aMissingFileIsRefusedWithItsName() {
        Path missing = folder.resolve("missing.properties");

        assertThatThrownBy(() -> Settings.of(properties("odradek.config", missing), Map.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("odradek.config must name a readable properties file, was " + missing);
    }

    @Test
    void otherPropertiesOfTheProcessAreNotTaken() {
        Settings settings = Settings.of(properties("user.home", "/root"), Map.of());

        assertThat(settings.text("user.home", "none")).isEqualTo("none");
    }

    @Test
    void whatLiesBelowAPrefixIsFoundInPropertiesAndEnvironment() {
        Settings settings = new Settings(
                Map.of("odradek.kafka.security.protocol", "SSL", "odradek.kafka.ssl.key.password", "from file"),
                Map.of("ODRADEK_KAFKA_SSL_KEY_PASSWORD", "from environment", "ODRADEK_PREFIX", "x."));

        assertThat(settings.below("odradek.kafka."))
                .containsExactlyInAnyOrderEntriesOf(
                        Map.of("security.protocol", "SSL", "ssl.key.password", "from environment"));
    }

    private static Properties properties(Object... pairs) {
        Properties properties = new Properties();
        for (int i = 0; i < pairs.length; i += 2) {
            properties.setProperty(pairs[i].toString(), pairs[i + 1].toString());
        }
        return properties;
    }
}

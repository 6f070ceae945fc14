package dev.odradek.standalone.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.odradek.topics.settings.Settings;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StandaloneConfigTest {
    @Test
    void thePortOfHttpIsTheOptionsElseTheSettingsElseTheUsual() {
        Settings settings = settings("18642");

        assertThat(StandaloneConfig.httpPort(0, settings)).isZero();
        assertThat(StandaloneConfig.httpPort(null, settings)).isEqualTo(18642);
        assertThat(StandaloneConfig.httpPort(null, new Settings(Map.of(), Map.of())))
                .isEqualTo(8642);
        assertThatThrownBy(() -> StandaloneConfig.httpPort(null, settings("70000")))
                .hasMessageContaining("odradek.ingest.port must be between 0 and 65535");
    }

    private static Settings settings(String port) {
        return new Settings(Map.of("odradek.ingest.port", port), Map.of());
    }
}

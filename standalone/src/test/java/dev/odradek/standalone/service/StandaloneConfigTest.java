package dev.odradek.standalone.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.odradek.topics.settings.Settings;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
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

    @Test
    void itsBrokerIsGivenWhatTheSettingsSayOfIt() {
        Settings settings = new Settings(
                Map.of("odradek.broker.num.io.threads", "2", "odradek.partitions", "3"),
                Map.of("ODRADEK_BROKER_LOG_FLUSH_INTERVAL_MESSAGES", "1"));
        StandaloneConfig config = new StandaloneConfig(
                new DataDir(Path.of("data")), EnumSet.allOf(Service.class), Optional.empty(), 9092, 0, settings);

        assertThat(config.broker().overrides())
                .isEqualTo(Map.of("num.io.threads", "2", "log.flush.interval.messages", "1"));
        assertThat(config.broker().port()).isEqualTo(9092);
    }

    private static Settings settings(String port) {
        return new Settings(Map.of("odradek.ingest.port", port), Map.of());
    }
}

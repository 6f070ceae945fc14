package dev.odradek.standalone.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.odradek.topics.settings.Settings;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class StandaloneConfigTest {
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
}

package dev.odradek.localcluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A broker's configuration")
class BrokerConfigTest {
    private static final BrokerConfig CONFIG = BrokerConfig.in(Path.of("data"));

    @Test
    @DisplayName("refuses a port that cannot be")
    void impossiblePort() {
        assertThatThrownBy(() -> CONFIG.onPort(70_000))
                .isInstanceOf(LocalClusterException.class)
                .hasMessage("The broker port must be between 0 and 65535, was 70000.");
    }

    @Test
    @DisplayName("reaches a child process unchanged")
    void survivesTheCommandLine() {
        BrokerConfig config = CONFIG.preferringPort(9092)
                .boundTo("0.0.0.0")
                .advertisedAs("somewhere:1")
                .with("num.io.threads", "2")
                .with("sasl.jaas.config", "a=b=c");

        assertThat(BrokerMain.parse(BrokerMain.arguments(config))).isEqualTo(config);
        assertThat(BrokerMain.parse(BrokerMain.arguments(CONFIG))).isEqualTo(CONFIG);
    }

    @Test
    @DisplayName("lets an override win over our settings")
    void overridesWin() {
        BrokerConfig config = CONFIG.with("offsets.topic.num.partitions", "7");

        assertThat(BrokerProperties.of(config, new BrokerPorts(1, 2, 3), Path.of("logs")))
                .containsEntry("offsets.topic.num.partitions", "7")
                .containsEntry("auto.create.topics.enable", "false")
                .doesNotContainKey("log.message.timestamp.type");
    }
}

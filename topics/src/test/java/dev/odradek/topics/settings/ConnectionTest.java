package dev.odradek.topics.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.odradek.topics.TopicPlan;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConnectionTest {
    @Test
    void withoutSettingsItIsTheLocalBroker() {
        Connection connection = Connection.from(new Settings(Map.of(), Map.of()));

        assertThat(connection).isEqualTo(Connection.to("127.0.0.1:9092"));
        assertThat(connection.plan()).isEqualTo(TopicPlan.defaults());
    }

    @Test
    void everySettingIsTaken() {
        Connection connection = Connection.from(new Settings(
                Map.of(
                        "odradek.bootstrap", "kafka:9093",
                        "odradek.prefix", "test.",
                        "odradek.partitions", "3",
                        "odradek.answer-slots", "2",
                        "odradek.max-bytes", "50000",
                        "odradek.kafka.security.protocol", "SSL"),
                Map.of()));

        assertThat(connection)
                .isEqualTo(new Connection(
                        "kafka:9093", new TopicPlan("test.", 3, 2, 50_000), Map.of("security.protocol", "SSL")));
        assertThat(connection.clientProperties())
                .containsExactlyInAnyOrderEntriesOf(
                        Map.of("bootstrap.servers", "kafka:9093", "security.protocol", "SSL"));
    }

    @Test
    void clientPropertiesAreFreshEachTime() {
        Connection connection = Connection.to("kafka:9092");

        connection.clientProperties().put("client.id", "mine");

        assertThat(connection.clientProperties()).doesNotContainKey("client.id");
    }

    @ParameterizedTest(name = "{0}={1}")
    @CsvSource({
        "odradek.bootstrap, ' ', 'odradek.bootstrap must name a broker as host:port, was empty'",
        "odradek.partitions, 0, 'odradek.partitions must be at least 1, was 0'",
        "odradek.partitions, x, 'odradek.partitions must be a whole number, was x'",
        "odradek.answer-slots, -1, 'odradek.answer-slots must be at least 1, was -1'",
        "odradek.max-bytes, 4095, 'odradek.max-bytes must be at least 4096, was 4095'",
        "odradek.max-bytes, 2000000000, 'odradek.max-bytes must be at most 536870912, was 2000000000'",
        "odradek.prefix, Test!, 'odradek.prefix must hold 1 to 80 of a-z, 0-9, dot, _ and -, was \"Test!\"'",
    })
    void aWrongValueIsRefusedInOneSentence(String key, String value, String sentence) {
        assertThatThrownBy(() -> Connection.from(new Settings(Map.of(key, value), Map.of())))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(sentence);
    }
}

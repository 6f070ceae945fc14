package dev.odradek.runtime;

import dev.odradek.topics.settings.Connection;
import java.util.Map;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** How a sign of life is sent: it is worth nothing late, and after an outage the first must get through at once. */
final class HeartbeatProducer {
    private HeartbeatProducer() {}

    static KafkaProducer<byte[], byte[]> of(Connection connection) {
        return new KafkaProducer<>(properties(connection), new ByteArraySerializer(), new ByteArraySerializer());
    }

    static Map<String, Object> properties(Connection connection) {
        Map<String, Object> properties = connection.clientProperties();
        properties.put(ProducerConfig.ACKS_CONFIG, "all");
        properties.put(ProducerConfig.LINGER_MS_CONFIG, 0);
        properties.put(
                ProducerConfig.MAX_REQUEST_SIZE_CONFIG, 2 * connection.plan().maxBytes());
        // A beat written twice says the same; in order and once would make each wait for the fate of a lost one.
        properties.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, false);
        // A beat that cannot be handed over by the time the next one is due is as good as the next one.
        properties.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, 1_000);
        // A connection that died without a word is given up while there is still time for a beat over another.
        properties.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, 2_000);
        // Older than this it says nothing that a younger one does not say better.
        properties.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, 3_000);
        // The back-off grows with the outage; a living worker must be heard well within the reaper's grace after it.
        properties.put(ProducerConfig.RECONNECT_BACKOFF_MAX_MS_CONFIG, 500);
        // A SYN into the void is not waited for longer than a request; by default it is 10 s, later 30.
        properties.put(ProducerConfig.SOCKET_CONNECTION_SETUP_TIMEOUT_MS_CONFIG, 2_000);
        properties.put(ProducerConfig.SOCKET_CONNECTION_SETUP_TIMEOUT_MAX_MS_CONFIG, 2_000);
        // Brokers that came back under other addresses are found by the bootstrap list, after seconds, not minutes.
        properties.put(CommonClientConfigs.METADATA_RECOVERY_STRATEGY_CONFIG, "rebootstrap");
        properties.put(CommonClientConfigs.METADATA_RECOVERY_REBOOTSTRAP_TRIGGER_MS_CONFIG, 5_000);
        return properties;
    }
}

package dev.odradek.runtime.dispatch;

import dev.odradek.topics.settings.Connection;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaShareConsumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * Sees to it that every worker of a share group is given both lanes.
 *
 * <p>While all members subscribe to the same topics, the broker deals out the partitions of all of them together: with
 * two lanes of one partition, half of the workers would have only fresh work and the other half only what came back.
 * Once any member's subscription differs, it deals topic by topic, and one partition goes to all. This member differs:
 * it subscribes to a topic that is always empty.
 */
final class OddMember implements AutoCloseable {
    private static final int FETCH_WAIT_MS = 10_000;

    private final KafkaShareConsumer<byte[], byte[]> consumer;

    private OddMember(KafkaShareConsumer<byte[], byte[]> consumer) {
        this.consumer = consumer;
    }

    static OddMember join(Connection connection, String queue) {
        Map<String, Object> properties = connection.clientProperties();
        properties.put(ConsumerConfig.GROUP_ID_CONFIG, connection.plan().group(queue));
        properties.put(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, FETCH_WAIT_MS);
        // It is polled once, to join; from then on its own thread keeps it in the group.
        properties.put(ConsumerConfig.MAX_POLL_INTERVAL_MS_CONFIG, Integer.MAX_VALUE);
        KafkaShareConsumer<byte[], byte[]> consumer =
                new KafkaShareConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer());
        OddMember odd = new OddMember(consumer);
        try {
            consumer.subscribe(List.of(connection.plan().idle()));
            consumer.poll(Duration.ZERO);
            return odd;
        } catch (RuntimeException e) {
            odd.close();
            throw e;
        }
    }

    @Override
    public void close() {
        consumer.close(Duration.ofSeconds(1));
    }
}

package dev.odradek.statestore.feed;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.odradek.topics.format.Json;
import dev.odradek.topics.settings.Connection;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Looks up how far notifications go. */
final class Positions {
    /** The newest is nearly always among these; a compacted topic may be long before it is cleaned. */
    private static final long USUALLY = 500;

    private static final Duration POLL = Duration.ofMillis(200);

    private Positions() {}

    /** None if nothing is known of the slot. */
    static Optional<Position> of(Connection connection, String slot) {
        Map<String, Object> properties = connection.clientProperties();
        properties.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        properties.put(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, 10_000);
        TopicPartition partition = new TopicPartition(connection.plan().feedOffsets(), 0);
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            consumer.assign(List.of(partition));
            long end = consumer.endOffsets(List.of(partition)).getOrDefault(partition, 0L);
            long start = consumer.beginningOffsets(List.of(partition)).getOrDefault(partition, 0L);
            long recent = Math.max(start, end - USUALLY);
            Found found = read(consumer, partition, recent, end, slot);
            if (!found.any() && recent > start) {
                found = read(consumer, partition, start, end, slot);
            }
            return found.position();
        }
    }

    private record Found(boolean any, Optional<Position> position) {}

    private static Found read(
            KafkaConsumer<byte[], byte[]> consumer, TopicPartition partition, long from, long end, String slot) {
        byte[] key = slot.getBytes(UTF_8);
        Found found = new Found(false, Optional.empty());
        consumer.seek(partition, from);
        while (consumer.position(partition) < end) {
            for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
                if (Arrays.equals(key, record.key())) {
                    found = new Found(
                            true,
                            Optional.ofNullable(record.value())
                                    .map(value -> Json.mapper().readValue(value, Position.class)));
                }
            }
        }
        return found;
    }
}

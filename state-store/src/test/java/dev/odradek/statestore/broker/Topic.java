package dev.odradek.statestore.broker;

import dev.odradek.topics.format.Format;
import dev.odradek.topics.settings.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Reads a topic from its beginning to its present end. */
final class Topic {
    private Topic() {}

    /** What committed readers see now. */
    static List<ConsumerRecord<byte[], byte[]>> read(Connection connection, String topic) {
        Map<String, Object> properties = connection.clientProperties();
        properties.put("isolation.level", "read_committed");
        properties.put("auto.offset.reset", "earliest");
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            List<TopicPartition> partitions = consumer.partitionsFor(topic).stream()
                    .map(info -> new TopicPartition(topic, info.partition()))
                    .toList();
            consumer.assign(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            consumer.seekToBeginning(partitions);
            List<ConsumerRecord<byte[], byte[]>> all = new ArrayList<>();
            while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
                consumer.poll(Duration.ofMillis(200)).forEach(all::add);
            }
            return all;
        }
    }

    static <T> List<T> read(Connection connection, String topic, Format<T> format) {
        return read(connection, topic).stream()
                .filter(record -> record.value() != null)
                .map(record -> format.read(record.value()))
                .toList();
    }
}

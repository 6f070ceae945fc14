package dev.odradek.standalone.system;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.odradek.topics.TopicPlan;
import dev.odradek.topics.event.DispatchRecord;
import dev.odradek.topics.event.EventRecord;
import dev.odradek.topics.event.Lane;
import dev.odradek.topics.format.Format;
import dev.odradek.topics.format.Formats;
import dev.odradek.topics.settings.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** What committed readers see of topics now, from the beginning. */
record Topics(Connection connection) {

    List<EventRecord> events() {
        return read(plan().events(), Formats.EVENTS);
    }

    List<DispatchRecord> dispatches(String queue, Lane lane) {
        return read(plan().work(queue, lane), Formats.DISPATCHES);
    }

    /** Of every timer that was ever set or cleared. */
    List<String> slots() {
        return read(plan().timers()).stream()
                .map(record -> new String(record.key(), UTF_8))
                .toList();
    }

    private TopicPlan plan() {
        return connection.plan();
    }

    private <T> List<T> read(String topic, Format<T> format) {
        return read(topic).stream()
                .filter(record -> record.value() != null)
                .map(record -> format.read(record.value()))
                .toList();
    }

    /** Where every topic but the broker's own ends. */
    Map<String, Long> ends() {
        try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(
                connection.clientProperties(), new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            List<TopicPartition> partitions = consumer.listTopics().entrySet().stream()
                    .filter(topic -> !topic.getKey().startsWith("__"))
                    .flatMap(topic -> topic.getValue().stream())
                    .map(info -> new TopicPartition(info.topic(), info.partition()))
                    .toList();
            Map<String, Long> ends = new TreeMap<>();
            consumer.endOffsets(partitions).forEach((each, end) -> ends.put(each.toString(), end));
            return ends;
        }
    }

    List<ConsumerRecord<byte[], byte[]>> read(String topic) {
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
}

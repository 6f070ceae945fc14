package dev.odradek.ingest.trigger;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.odradek.topics.command.CommandRecord;
import dev.odradek.topics.event.Event;
import dev.odradek.topics.event.EventRecord;
import dev.odradek.topics.format.Formats;
import dev.odradek.topics.settings.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.awaitility.Awaitility;

/** What stands on topics now, read as any consumer would. */
final class Records {
    private Records() {}

    static List<ConsumerRecord<byte[], byte[]>> of(Connection connection, String topic) {
        return of(connection, List.of(topic));
    }

    static List<ConsumerRecord<byte[], byte[]>> of(Connection connection, Collection<String> topics) {
        Map<String, Object> properties = connection.clientProperties();
        properties.put("isolation.level", "read_committed");
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            List<TopicPartition> partitions = topics.stream()
                    .flatMap(topic -> consumer.partitionsFor(topic).stream())
                    .map(info -> new TopicPartition(info.topic(), info.partition()))
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

    static List<EventRecord> events(Connection connection) {
        return of(connection, connection.plan().events()).stream()
                .map(record -> Formats.EVENTS.read(record.value()))
                .toList();
    }

    /** The facts by which items came to be. */
    static List<EventRecord> created(Connection connection) {
        return events(connection).stream()
                .filter(fact -> fact.event() instanceof Event.Created)
                .toList();
    }

    /** Those by which this item came to be, once there is one: the state is known before its fact is committed. */
    static List<EventRecord> created(Connection connection, String id) {
        return Awaitility.await()
                .until(
                        () -> created(connection).stream()
                                .filter(fact -> fact.entityId().equals(id))
                                .toList(),
                        facts -> !facts.isEmpty());
    }

    static List<CommandRecord> commands(Connection connection) {
        return of(connection, connection.plan().commands()).stream()
                .map(record -> Formats.COMMANDS.read(record.value()))
                .toList();
    }

    static Map<String, String> headers(ConsumerRecord<byte[], byte[]> record) {
        Map<String, String> headers = new TreeMap<>();
        record.headers().forEach(header -> headers.put(header.key(), new String(header.value(), UTF_8)));
        return headers;
    }
}

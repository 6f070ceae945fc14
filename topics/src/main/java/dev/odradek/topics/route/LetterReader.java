package dev.odradek.topics.route;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.odradek.topics.settings.Connection;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Reads {@code dead-letters} as far as it went when this was opened. */
final class LetterReader implements AutoCloseable {
    private final KafkaConsumer<byte[], byte[]> consumer;
    private final Map<TopicPartition, Long> beginning;
    private final Map<TopicPartition, Long> end;

    LetterReader(Connection connection) {
        Map<String, Object> properties = connection.clientProperties();
        properties.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        properties.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        properties.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
        this.consumer = new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer());
        List<TopicPartition> all = consumer.partitionsFor(connection.plan().deadLetters()).stream()
                .map(each -> new TopicPartition(each.topic(), each.partition()))
                .toList();
        this.beginning = consumer.beginningOffsets(all);
        this.end = consumer.endOffsets(all);
    }

    /** The letters that have been sent again, of these and any after them; of none: of all. */
    Set<LetterId> marked(SortedSet<LetterId> from) {
        Set<LetterId> marked = new TreeSet<>();
        read(
                from,
                record -> number(record, DeadLetters.REDRIVEN)
                        .ifPresent(offset -> marked.add(new LetterId(record.partition(), offset))));
        return marked;
    }

    /** Every letter from the first of these on; of none: every one. */
    void each(SortedSet<LetterId> from, Consumer<ConsumerRecord<byte[], byte[]>> letter) {
        read(from, record -> {
            if (text(record, DeadLetters.REDRIVEN).isEmpty()) {
                letter.accept(record);
            }
        });
    }

    private void read(SortedSet<LetterId> from, Consumer<ConsumerRecord<byte[], byte[]>> each) {
        for (Map.Entry<TopicPartition, Long> stretch : end.entrySet()) {
            TopicPartition partition = stretch.getKey();
            long first = beginning.getOrDefault(partition, 0L);
            if (!from.isEmpty()) {
                long asked = from.stream()
                        .filter(id -> id.partition() == partition.partition())
                        .mapToLong(LetterId::offset)
                        .min()
                        .orElse(stretch.getValue());
                first = Math.max(first, asked);
            }
            consumer.assign(List.of(partition));
            consumer.seek(partition, first);
            while (consumer.position(partition) < stretch.getValue()) {
                for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofMillis(200))) {
                    if (record.offset() < stretch.getValue()) {
                        each.accept(record);
                    }
                }
            }
        }
    }

    static Optional<String> text(ConsumerRecord<byte[], byte[]> record, String name) {
        Header header = record.headers().lastHeader(name);
        return header == null || header.value() == null
                ? Optional.empty()
                : Optional.of(new String(header.value(), UTF_8));
    }

    /** What is no number was not written by us. */
    static Optional<Long> number(ConsumerRecord<byte[], byte[]> record, String name) {
        return text(record, name).filter(text -> text.matches("\\d{1,18}")).map(Long::valueOf);
    }

    @Override
    public void close() {
        consumer.close();
    }
}

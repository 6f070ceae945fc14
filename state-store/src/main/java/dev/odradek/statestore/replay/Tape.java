package dev.odradek.statestore.replay;

import dev.odradek.topics.settings.Connection;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;

/** Reads what is committed in one partition of a topic, once, up to where it ended when the reading began. */
final class Tape implements AutoCloseable {
    private static final Duration POLL = Duration.ofMillis(200);
    private static final long PATIENCE_NANOS = Duration.ofSeconds(30).toNanos();

    private final KafkaConsumer<byte[], byte[]> consumer;
    private final TopicPartition partition;
    private final long end;
    private final Deque<ConsumerRecord<byte[], byte[]>> ahead = new ArrayDeque<>();

    Tape(Connection connection, TopicPartition partition, long from, long end) {
        this.consumer = consumer(connection);
        this.partition = partition;
        this.end = end;
        consumer.assign(List.of(partition));
        consumer.seek(partition, from);
    }

    /** A reader that belongs to no group and so leaves no trace. */
    static KafkaConsumer<byte[], byte[]> consumer(Connection connection) {
        Map<String, Object> properties = connection.clientProperties();
        properties.put("isolation.level", "read_committed");
        properties.put("auto.offset.reset", "none");
        properties.put("enable.auto.commit", "false");
        properties.put("max.poll.records", "2000");
        // Nothing that is still to be written is waited for.
        properties.put("fetch.max.wait.ms", "20");
        return new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    /** The next record, which stays the next; absent at the end. */
    @Nullable ConsumerRecord<byte[], byte[]> peek() {
        long asked = System.nanoTime();
        while (ahead.isEmpty() && consumer.position(partition) < end) {
            consumer.poll(POLL).forEach(ahead::add);
            if (ahead.isEmpty() && System.nanoTime() - asked > PATIENCE_NANOS) {
                throw new TimeoutException("nothing more of " + partition + " came within 30 s");
            }
        }
        ConsumerRecord<byte[], byte[]> first = ahead.peek();
        return first == null || first.offset() >= end ? null : first;
    }

    @Nullable ConsumerRecord<byte[], byte[]> next() {
        ConsumerRecord<byte[], byte[]> first = peek();
        if (first != null) {
            ahead.remove();
        }
        return first;
    }

    @Override
    public void close() {
        consumer.close();
    }
}

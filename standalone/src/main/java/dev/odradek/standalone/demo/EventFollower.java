package dev.odradek.standalone.demo;

import dev.odradek.topics.event.EventRecord;
import dev.odradek.topics.format.Formats;
import dev.odradek.topics.format.UnreadableException;
import dev.odradek.topics.settings.Connection;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Hears every event committed after {@link #start} returned. */
final class EventFollower implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(EventFollower.class);

    private final KafkaConsumer<byte[], byte[]> consumer;
    private final Consumer<EventRecord> listener;
    private final Thread thread = new Thread(this::run, "event-follower");
    private volatile boolean closed;

    private EventFollower(Connection connection, Consumer<EventRecord> listener) {
        Map<String, Object> properties = connection.clientProperties();
        properties.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        properties.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        this.consumer = new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer());
        this.listener = listener;
    }

    static EventFollower start(Connection connection, Consumer<EventRecord> listener) {
        EventFollower follower = new EventFollower(connection, listener);
        List<TopicPartition> all = IntStream.range(0, connection.plan().partitions())
                .mapToObj(partition -> new TopicPartition(connection.plan().events(), partition))
                .toList();
        follower.consumer.assign(all);
        follower.consumer.seekToEnd(all);
        // Seeking is lazy: only the position is fixed.
        all.forEach(partition -> follower.consumer.position(partition, Duration.ofSeconds(30)));
        follower.thread.setDaemon(true);
        follower.thread.start();
        return follower;
    }

    boolean isFollowing() {
        return thread.isAlive();
    }

    private void run() {
        try (consumer) {
            while (!closed) {
                for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofMillis(500))) {
                    hear(record);
                }
            }
        } catch (WakeupException e) {
            LOG.debug("event follower woken to close");
        }
    }

    private void hear(ConsumerRecord<byte[], byte[]> record) {
        try {
            listener.accept(Formats.EVENTS.read(record.value()));
        } catch (UnreadableException e) {
            LOG.atWarn().addKeyValue("offset", record.offset()).setCause(e).log("skipped an unreadable event");
        }
    }

    @Override
    public void close() {
        closed = true;
        consumer.wakeup();
        try {
            thread.join(Duration.ofSeconds(5).toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

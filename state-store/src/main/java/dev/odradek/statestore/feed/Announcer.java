package dev.odradek.statestore.feed;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.odradek.topics.TopicPlan;
import dev.odradek.topics.event.NotificationRecord;
import dev.odradek.topics.format.Formats;
import dev.odradek.topics.format.Json;
import dev.odradek.topics.settings.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/** Writes notifications, and how far they go; what it was given stands on the broker once {@link #settle} returns. */
final class Announcer implements AutoCloseable {
    private final TopicPlan plan;
    private final String slot;
    private final FeedMeters meters;
    private final KafkaProducer<byte[], byte[]> producer;
    private final List<NotificationRecord> given = new ArrayList<>();
    private final List<Future<RecordMetadata>> sent = new ArrayList<>();

    Announcer(Connection connection, String slot, FeedMeters meters) {
        this.plan = connection.plan();
        this.slot = slot;
        this.meters = meters;
        Map<String, Object> properties = connection.clientProperties();
        properties.put(ProducerConfig.ACKS_CONFIG, "all");
        properties.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
        properties.put(ProducerConfig.LINGER_MS_CONFIG, 0);
        properties.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, 10_000L);
        properties.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, 10_000);
        properties.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, 20_000);
        this.producer = new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer());
    }

    void add(NotificationRecord notification) {
        given.add(notification);
        send(plan.notifications(), notification.key(), Formats.NOTIFICATIONS.write(notification));
    }

    /** Returns when the broker has everything, or fails. */
    void settle() throws InterruptedException {
        producer.flush();
        try {
            for (Future<RecordMetadata> each : sent) {
                each.get();
            }
        } catch (ExecutionException e) {
            throw new KafkaException("the broker did not take the notifications", e.getCause());
        } finally {
            sent.clear();
        }
        meters.told(given, System.currentTimeMillis());
        given.clear();
    }

    /** From here on the slot may be as far as this. */
    void reached(Position position) throws InterruptedException {
        send(plan.feedOffsets(), slot, Json.bytes(position));
        settle();
    }

    /** From here on nothing is known: whoever comes next looks at every row. */
    void forget() throws InterruptedException {
        send(plan.feedOffsets(), slot, null);
        settle();
    }

    private void send(String topic, String key, byte @Nullable [] value) {
        sent.add(producer.send(new ProducerRecord<>(topic, 0, key.getBytes(UTF_8), value)));
    }

    @Override
    public void close() {
        producer.close(Duration.ofSeconds(2));
    }
}

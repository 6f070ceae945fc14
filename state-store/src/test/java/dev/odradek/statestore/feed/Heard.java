package dev.odradek.statestore.feed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.odradek.topics.event.NotificationRecord;
import dev.odradek.topics.format.Formats;
import dev.odradek.topics.settings.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** A reader of notifications that drops what is not above what it knows. */
final class Heard implements AutoCloseable {
    private final KafkaConsumer<byte[], byte[]> consumer;
    private final Map<String, Long> known = new TreeMap<>();
    private final List<NotificationRecord> all = new ArrayList<>();

    private Heard(Connection connection) {
        this.consumer = new KafkaConsumer<>(
                connection.clientProperties(), new ByteArrayDeserializer(), new ByteArrayDeserializer());
        consumer.assign(List.of(new TopicPartition(connection.plan().notifications(), 0)));
    }

    static Heard fromTheBeginning(Connection connection) {
        Heard heard = new Heard(connection);
        heard.consumer.seekToBeginning(heard.consumer.assignment());
        return heard;
    }

    static Heard fromNow(Connection connection) {
        Heard heard = new Heard(connection);
        heard.consumer.seekToEnd(heard.consumer.assignment());
        heard.consumer.assignment().forEach(heard.consumer::position);
        return heard;
    }

    /** What is new, of what has come in. */
    List<NotificationRecord> next(Duration patience) {
        List<NotificationRecord> fresh = new ArrayList<>();
        consumer.poll(patience).forEach(record -> {
            NotificationRecord read = Formats.NOTIFICATIONS.read(record.value());
            assertThat(new String(record.key(), java.nio.charset.StandardCharsets.UTF_8))
                    .isEqualTo(read.key());
            all.add(read);
            if (known.getOrDefault(read.key(), -1L) < read.version()) {
                known.put(read.key(), read.version());
                fresh.add(read);
            }
        });
        return fresh;
    }

    /** Returns when every row's version has been told, and no later one. */
    void awaits(Map<String, Long> versions) {
        await().atMost(Bed.LIMIT).untilAsserted(() -> {
            next(Duration.ofMillis(50));
            assertThat(versions.entrySet().stream()
                            .filter(row -> !row.getValue().equals(known.get(row.getKey())))
                            .limit(10))
                    .as("rows whose version was not told, or a later one was")
                    .isEmpty();
        });
    }

    List<NotificationRecord> all() {
        return all;
    }

    @Override
    public void close() {
        consumer.close();
    }
}

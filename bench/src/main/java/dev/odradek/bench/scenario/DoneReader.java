package dev.odradek.bench.scenario;

import dev.odradek.topics.event.Event.Moved;
import dev.odradek.topics.event.EventRecord;
import dev.odradek.topics.format.Formats;
import dev.odradek.topics.settings.Connection;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Reads the facts as they are written and keeps when each item of one round was done. */
final class DoneReader implements AutoCloseable {
    private final KafkaConsumer<byte[], byte[]> consumer;
    private final Thread thread = new Thread(this::read, "done-reader");
    private volatile String prefix = "";
    private volatile AtomicLongArray times = new AtomicLongArray(0);
    private volatile CountDownLatch left = new CountDownLatch(0);

    private DoneReader(Connection connection) {
        Map<String, Object> properties = connection.clientProperties();
        properties.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        this.consumer = new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer());
        List<TopicPartition> all = IntStream.range(0, connection.plan().partitions())
                .mapToObj(partition -> new TopicPartition(connection.plan().events(), partition))
                .toList();
        consumer.assign(all);
        consumer.seekToEnd(all);
        thread.setDaemon(true);
    }

    static DoneReader open(Connection connection) {
        DoneReader reader = new DoneReader(connection);
        reader.thread.start();
        return reader;
    }

    void expect(String round, int items) {
        times = new AtomicLongArray(items);
        left = new CountDownLatch(items);
        prefix = round + "-";
    }

    boolean await(Duration limit) throws InterruptedException {
        return left.await(limit.toMillis(), TimeUnit.MILLISECONDS);
    }

    long[] times() {
        AtomicLongArray kept = times;
        return IntStream.range(0, kept.length()).mapToLong(kept::get).toArray();
    }

    private void read() {
        try (consumer) {
            while (true) {
                for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofSeconds(1))) {
                    Instant now = Instant.now();
                    note(Formats.EVENTS.read(record.value()), now.getEpochSecond() * 1_000_000 + now.getNano() / 1_000);
                }
            }
        } catch (WakeupException closed) {
            // Nobody reads any more.
        }
    }

    private void note(EventRecord fact, long micros) {
        String wanted = prefix;
        if (!wanted.isEmpty()
                && fact.entityId().startsWith(wanted)
                && fact.event() instanceof Moved moved
                && moved.to().equals("done")
                && times.compareAndSet(Integer.parseInt(fact.entityId().substring(wanted.length())), 0, micros)) {
            left.countDown();
        }
    }

    @Override
    public void close() {
        consumer.wakeup();
        try {
            thread.join(Duration.ofSeconds(5).toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

package dev.odradek.standalone.client;

import dev.odradek.topics.settings.Connection;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Rings when {@code notifications} says that something has changed; stays silent where nobody writes there. */
public final class Bell implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Bell.class);

    private final AtomicBoolean rung = new AtomicBoolean();
    private final CountDownLatch closing = new CountDownLatch(1);
    private volatile @Nullable KafkaConsumer<byte[], byte[]> consumer;

    private Bell() {}

    /** One that nobody rings. */
    public static Bell silent() {
        return new Bell();
    }

    /** Returns at once; a broker that is not there is waited for. */
    public static Bell on(Connection connection) {
        Bell bell = new Bell();
        Thread thread = new Thread(() -> bell.run(connection), "bell");
        thread.setDaemon(true);
        thread.start();
        return bell;
    }

    /** Whether it has rung since this was last asked. */
    public boolean rung() {
        return rung.getAndSet(false);
    }

    private void run(Connection connection) {
        while (closing.getCount() > 0) {
            try (KafkaConsumer<byte[], byte[]> listening = new KafkaConsumer<>(
                    properties(connection), new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
                consumer = listening;
                listen(listening, connection.plan().notifications());
            } catch (WakeupException e) {
                LOG.debug("the bell is taken down");
            } catch (KafkaException e) {
                LOG.atDebug().setCause(e).log("nobody can be heard just now");
                rest();
            }
        }
    }

    private void listen(KafkaConsumer<byte[], byte[]> listening, String topic) {
        List<TopicPartition> all = listening.partitionsFor(topic).stream()
                .map(each -> new TopicPartition(topic, each.partition()))
                .toList();
        if (all.isEmpty()) {
            rest();
            return;
        }
        listening.assign(all);
        listening.seekToEnd(all);
        while (closing.getCount() > 0) {
            if (!listening.poll(Duration.ofSeconds(1)).isEmpty()) {
                rung.set(true);
            }
        }
    }

    private void rest() {
        try {
            boolean closes = closing.await(2, TimeUnit.SECONDS);
            LOG.debug("rested, closing {}", closes);
        } catch (InterruptedException e) {
            closing.countDown();
            Thread.currentThread().interrupt();
        }
    }

    private static Map<String, Object> properties(Connection connection) {
        Map<String, Object> properties = connection.clientProperties();
        properties.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
        properties.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        properties.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "latest");
        return properties;
    }

    @Override
    public void close() {
        closing.countDown();
        KafkaConsumer<byte[], byte[]> listening = consumer;
        if (listening != null) {
            listening.wakeup();
        }
    }
}

package dev.odradek.ingest.feed;

import dev.odradek.topics.settings.Connection;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/**
 * Reads {@code notifications} for all who listen, and notices whether anybody writes them: the feed says every few
 * seconds on {@code feed-offsets} how far it is, whether rows change or not.
 */
@Component
final class FeedReader implements SmartLifecycle {
    private static final Logger LOG = LoggerFactory.getLogger(FeedReader.class);
    private static final Duration LOOK = Duration.ofMillis(500);
    private static final int AT_ONCE = 2_000;

    private final Connection connection;
    private final FeedConfig config;
    private final FeedStreams streams;
    private final TopicPartition told;
    private final TopicPartition signs;
    private final Thread thread = new Thread(this::run, "ingest-feed");
    private final CountDownLatch stopping = new CountDownLatch(1);
    private volatile @Nullable KafkaConsumer<byte[], byte[]> reading;
    private volatile boolean started;
    private long heard = System.nanoTime();

    FeedReader(Connection connection, FeedConfig config, FeedStreams streams) {
        this.connection = connection;
        this.config = config;
        this.streams = streams;
        this.told = new TopicPartition(connection.plan().notifications(), 0);
        this.signs = new TopicPartition(connection.plan().feedOffsets(), 0);
    }

    private void run() {
        while (stopping.getCount() > 0) {
            try (KafkaConsumer<byte[], byte[]> consumer =
                    new KafkaConsumer<>(properties(), new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
                reading = consumer;
                begin(consumer);
                while (stopping.getCount() > 0) {
                    take(consumer.poll(LOOK));
                }
            } catch (WakeupException e) {
                LOG.trace("woken to stop");
            } catch (KafkaException e) {
                LOG.atWarn().setCause(e).log("reading notifications failed, beginning anew");
                pause();
            }
        }
    }

    /** The newest are at hand from the start, so that those who come back after a restart find them here. */
    private void begin(KafkaConsumer<byte[], byte[]> consumer) {
        List<TopicPartition> both = List.of(told, signs);
        consumer.assign(both);
        Map<TopicPartition, Long> ends = consumer.endOffsets(both);
        Map<TopicPartition, Long> beginnings = consumer.beginningOffsets(both);
        long first = Math.max(beginnings.getOrDefault(told, 0L), ends.getOrDefault(told, 0L) - config.feedKept());
        consumer.seek(told, first);
        consumer.seekToEnd(List.of(signs));
        streams.ring().begin(first);
    }

    private void take(ConsumerRecords<byte[], byte[]> records) {
        if (!records.isEmpty()) {
            heard = System.nanoTime();
            for (ConsumerRecord<byte[], byte[]> record : records.records(told)) {
                FeedLine.of(record)
                        .ifPresentOrElse(
                                streams.ring()::add, () -> streams.ring().reached(record.offset() + 1));
            }
            streams.wake();
        }
        streams.alive(System.nanoTime() - heard < config.feedSilence().toNanos());
    }

    /** A lasting failure must not spin. */
    private void pause() {
        try {
            streams.alive(System.nanoTime() - heard < config.feedSilence().toNanos());
            boolean stops = stopping.await(1, TimeUnit.SECONDS);
            LOG.trace("paused, stopping {}", stops);
        } catch (InterruptedException e) {
            stopping.countDown();
            Thread.currentThread().interrupt();
        }
    }

    /** Never so many at once that those who have read all so far would fall behind by it. */
    private Map<String, Object> properties() {
        Map<String, Object> properties = properties(connection, "latest");
        properties.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, Math.max(1, Math.min(AT_ONCE, config.feedKept() / 2)));
        return properties;
    }

    static Map<String, Object> properties(Connection connection, String reset) {
        Map<String, Object> properties = connection.clientProperties();
        properties.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
        properties.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        properties.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, reset);
        properties.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, AT_ONCE);
        return properties;
    }

    @Override
    public void start() {
        started = true;
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void stop() {
        stopping.countDown();
        KafkaConsumer<byte[], byte[]> consumer = reading;
        if (consumer != null) {
            consumer.wakeup();
        }
        try {
            thread.join(Duration.ofSeconds(5).toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        started = false;
    }

    @Override
    public boolean isRunning() {
        return started;
    }

    @Override
    public int getPhase() {
        return 0;
    }
}

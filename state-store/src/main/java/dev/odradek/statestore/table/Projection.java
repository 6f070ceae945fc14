package dev.odradek.statestore.table;

import dev.odradek.topics.settings.Connection;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.kafka.KafkaException;
import org.springframework.kafka.core.DefaultKafkaConsumerFactory;
import org.springframework.kafka.listener.BatchConsumerAwareMessageListener;
import org.springframework.kafka.listener.ConcurrentMessageListenerContainer;
import org.springframework.kafka.listener.ConsumerAwareRebalanceListener;
import org.springframework.kafka.listener.ContainerProperties;
import org.springframework.kafka.listener.DefaultErrorHandler;
import org.springframework.kafka.listener.RetryListener;
import org.springframework.util.backoff.ExponentialBackOff;

/**
 * Keeps the tables in step with {@code events}, from where they say they are.
 *
 * <p>Offsets are kept in the tables alone: were they in Kafka as well, tables that fell back would miss something.
 */
final class Projection implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Projection.class);
    /** The more at once, the more moves of an item become one change of its row. */
    static final int MOST_AT_ONCE = 10_000;

    private final Projector projector;
    private final ConcurrentMessageListenerContainer<byte[], byte[]> container;
    private final Tide tide;
    private volatile @Nullable String trouble;
    /** Whether the tables have not said yet where to go on. */
    private volatile boolean lost;

    Projection(Connection connection, Projector projector, Tide tide, int threads) {
        this.projector = projector;
        this.tide = tide;
        ContainerProperties properties =
                new ContainerProperties(projector.topics().toArray(new String[0]));
        properties.setGroupId(connection.plan().prefix() + "projection");
        properties.setAckMode(ContainerProperties.AckMode.MANUAL);
        properties.setPollTimeout(Connection.GROUP_POLL_MS);
        properties.setMessageListener((BatchConsumerAwareMessageListener<byte[], byte[]>) this::take);
        properties.setConsumerRebalanceListener(new Seeking());
        properties.setShutdownTimeout(Duration.ofSeconds(10).toMillis());
        Map<String, Object> member = consumer(connection);
        member.put(ConsumerConfig.GROUP_PROTOCOL_CONFIG, "consumer");
        this.container =
                new ConcurrentMessageListenerContainer<>(new DefaultKafkaConsumerFactory<>(member), properties);
        container.setBeanName("projection");
        container.setConcurrency(threads);
        container.setCommonErrorHandler(forEver());
    }

    void start() {
        container.start();
    }

    /** Why nothing is being written just now, if so. */
    @Nullable String trouble() {
        return trouble;
    }

    private void take(List<ConsumerRecord<byte[], byte[]>> records, @Nullable Consumer<?, ?> consumer) {
        if (lost && consumer != null) {
            seek(consumer, consumer.assignment());
            lost = false;
        }
        int written;
        try {
            written = projector.apply(records);
        } catch (FellBackException e) {
            LOG.atWarn().log("{}", e.getMessage());
            goBack(consumer);
            return;
        }
        tide.rise();
        if (trouble != null) {
            trouble = null;
            LOG.info("the read model goes on");
        }
        if (written == 0 && consumer != null) {
            // Somebody else was here, or the tables could not be asked when this began: go on where they are.
            seek(consumer, consumer.assignment());
        }
    }

    /** These records come again, after those that the tables have lost. */
    private void goBack(@Nullable Consumer<?, ?> consumer) {
        if (consumer == null) {
            throw new IllegalStateException("only a consumer can read again what the tables have lost");
        }
        Map<TopicPartition, Long> positions = projector.positions();
        consumer.assignment().forEach(each -> consumer.seek(each, positions.getOrDefault(each, 0L)));
        projector.trustTables();
    }

    private void seek(Consumer<?, ?> consumer, Collection<TopicPartition> partitions) {
        Map<TopicPartition, Long> positions = projector.positions();
        Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
        for (TopicPartition each : partitions) {
            long there = positions.getOrDefault(each, 0L);
            if (there > ends.getOrDefault(each, there)) {
                throw DatabaseException.saying("The read model was built from another log: it has " + each + " up to "
                        + there + ", but that ends at " + ends.get(each)
                        + "; rebuild it with ./odradek replay read-model, or name another odradek.database.schema.");
            }
            if (consumer.position(each) < there) {
                consumer.seek(each, there);
            }
        }
    }

    private DefaultErrorHandler forEver() {
        ExponentialBackOff backOff = new ExponentialBackOff(100, 2);
        backOff.setMaxInterval(2_000);
        DefaultErrorHandler handler = new DefaultErrorHandler(backOff);
        handler.setLogLevel(KafkaException.Level.DEBUG);
        handler.setRetryListeners(new RetryListener() {
            @Override
            public void failedDelivery(ConsumerRecord<?, ?> record, @Nullable Exception failure, int attempt) {
                fell(failure);
            }

            @Override
            public void failedDelivery(ConsumerRecords<?, ?> records, Exception failure, int attempt) {
                fell(failure);
            }
        });
        return handler;
    }

    private void fell(@Nullable Exception failure) {
        Throwable deepest = failure == null ? new IllegalStateException("nobody says why") : failure;
        while (deepest.getCause() != null && !(deepest instanceof DatabaseException)) {
            deepest = deepest.getCause();
        }
        if (trouble == null) {
            LOG.atWarn().setCause(deepest).log("the read model stands still, and tries again until it can go on");
        }
        trouble = String.valueOf(deepest.getMessage());
    }

    static Map<String, Object> consumer(Connection connection) {
        Map<String, Object> properties = connection.clientProperties();
        properties.put(ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class);
        properties.put(ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class);
        properties.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        properties.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        properties.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        properties.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, MOST_AT_ONCE);
        return properties;
    }

    @Override
    public void close() {
        container.stop();
    }

    private final class Seeking implements ConsumerAwareRebalanceListener {
        @Override
        public void onPartitionsAssigned(Consumer<?, ?> consumer, Collection<TopicPartition> partitions) {
            try {
                seek(consumer, partitions);
            } catch (DatabaseException e) {
                lost = true;
                fell(e);
            }
        }
    }
}

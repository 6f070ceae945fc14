package dev.odradek.statestore.stream;

import dev.odradek.statestore.StateStoreConfig;
import java.util.Properties;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.streams.StreamsConfig;

/** The Streams settings the design rests on, each with its reason. */
public final class StreamsProperties {
    private StreamsProperties() {}

    public static Properties of(StateStoreConfig config) {
        Properties all = new Properties();
        all.putAll(config.connection().clientProperties());
        all.put(StreamsConfig.APPLICATION_ID_CONFIG, config.applicationId());
        all.put(StreamsConfig.STATE_DIR_CONFIG, config.stateDir().toString());
        all.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2);
        all.put(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, config.commitInterval().toMillis());
        // A thread looks whether to commit only when a poll ends. One that waits for long is still waiting when the
        // next
        // command comes, and then commits in the midst of its item's steps, not in the pause before.
        all.put(StreamsConfig.POLL_MS_CONFIG, 10);
        all.put(StreamsConfig.NUM_STREAM_THREADS_CONFIG, config.streamThreads());
        all.put(StreamsConfig.NUM_STANDBY_REPLICAS_CONFIG, config.standbys());
        all.put(StreamsConfig.ROCKSDB_CONFIG_SETTER_CLASS_CONFIG, BoundedRocks.class);
        all.put(BoundedRocks.MEMORY, config.memoryBytes());
        // Workers read uncommitted: what is decided must leave at once, not wait for company.
        all.put(StreamsConfig.producerPrefix(ProducerConfig.LINGER_MS_CONFIG), 0);
        all.put(StreamsConfig.producerPrefix(ProducerConfig.BATCH_SIZE_CONFIG), 128 * 1024);
        // The first record of a transaction on a partition is verified with the coordinator while the next is on its
        // way; with more than one request in flight the next is refused as out of order and waits for a retry.
        all.put(StreamsConfig.producerPrefix(ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION), 1);
        all.put(StreamsConfig.producerPrefix(ProducerConfig.RETRY_BACKOFF_MS_CONFIG), 5);
        int largest = 2 * config.connection().plan().maxBytes() + 64 * 1024;
        all.put(StreamsConfig.producerPrefix(ProducerConfig.MAX_REQUEST_SIZE_CONFIG), largest);
        // A killed instance holds its transaction open until this runs out; nobody can take over before.
        all.put(StreamsConfig.producerPrefix(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG), 10_000);
        all.put(StreamsConfig.consumerPrefix(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG), 10_000);
        all.put(StreamsConfig.consumerPrefix(ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG), 2_000);
        // What one poll brings is decided before the next, and leaves together (ADR 0015).
        all.put(StreamsConfig.mainConsumerPrefix(ConsumerConfig.MAX_POLL_RECORDS_CONFIG), 4000);
        all.put(StreamsConfig.mainConsumerPrefix(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG), "earliest");
        return all;
    }
}

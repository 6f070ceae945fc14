package dev.odradek.reaper.stream;

import dev.odradek.reaper.ReaperConfig;
import java.util.Properties;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.streams.StreamsConfig;

/** The Streams settings the reaper rests on, each with its reason. */
public final class ReaperProperties {
    /** The stream thread must come round to its punctuators this often. */
    private static final int LONGEST_POLL = 20;

    private ReaperProperties() {}

    public static Properties of(ReaperConfig config) {
        Properties all = new Properties();
        all.putAll(config.connection().clientProperties());
        all.put(StreamsConfig.APPLICATION_ID_CONFIG, config.applicationId());
        all.put(StreamsConfig.STATE_DIR_CONFIG, config.stateDir().toString());
        // What it sends is idempotent, and goes out by a producer of its own: commands are never transactional.
        all.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.AT_LEAST_ONCE);
        // What is lost with a crash in between is read again.
        all.put(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, 10_000);
        all.put(StreamsConfig.NUM_STREAM_THREADS_CONFIG, config.streamThreads());
        all.put(StreamsConfig.NUM_STANDBY_REPLICAS_CONFIG, config.standbys());
        all.put(
                StreamsConfig.POLL_MS_CONFIG,
                Math.min(LONGEST_POLL, config.tick().toMillis()));
        // Timers and heartbeats need not wait for each other: order matters only within each.
        all.put(StreamsConfig.MAX_TASK_IDLE_MS_CONFIG, -1L);
        // The core's timers count only once they are committed, also those that are restored.
        all.put(StreamsConfig.consumerPrefix(ConsumerConfig.ISOLATION_LEVEL_CONFIG), "read_committed");
        all.put(StreamsConfig.consumerPrefix(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG), 10_000);
        all.put(StreamsConfig.consumerPrefix(ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG), 2_000);
        all.put(StreamsConfig.mainConsumerPrefix(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG), "earliest");
        // Not too many at a time: canaries and punctuators must not wait behind a heap of timers.
        all.put(StreamsConfig.mainConsumerPrefix(ConsumerConfig.MAX_POLL_RECORDS_CONFIG), 1_000);
        // A fetch is not joined by the partitions whose records came with the last one: those wait until it is
        // answered.
        all.put(StreamsConfig.mainConsumerPrefix(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG), LONGEST_POLL);
        int largest = 2 * config.connection().plan().maxBytes() + 64 * 1024;
        all.put(StreamsConfig.consumerPrefix(ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG), largest);
        return all;
    }
}

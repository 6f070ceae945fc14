package dev.odradek.ingest.feed;

import dev.odradek.topics.settings.Connection;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Reads from Kafka what one listener has missed, until it can go on from what is at hand.
 *
 * <p>A listener whose place is no longer kept, or never was, hears {@code reset}: it has to look at everything again.
 */
@Component
final class CatchUp implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(CatchUp.class);
    private static final int MOST_AT_ONCE = 4;
    private static final int MOST_WAITING = 256;
    /** Whoever takes nothing for so long is cut off. */
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Connection connection;
    private final TopicPartition told;
    private final ThreadPoolExecutor threads;

    CatchUp(Connection connection) {
        this.connection = connection;
        this.told = new TopicPartition(connection.plan().notifications(), 0);
        this.threads = new ThreadPoolExecutor(
                MOST_AT_ONCE, MOST_AT_ONCE, 5, TimeUnit.SECONDS, new ArrayBlockingQueue<>(MOST_WAITING), work -> {
                    Thread thread = new Thread(work, "ingest-catch-up");
                    thread.setDaemon(true);
                    return thread;
                });
        threads.allowCoreThreadTimeOut(true);
    }

    void begin(FeedStream stream, long from, FeedRing ring) {
        try {
            threads.execute(() -> run(stream, from, ring));
        } catch (RejectedExecutionException e) {
            LOG.debug("too many catch up already; this one comes again");
            stream.end();
        }
    }

    private void run(FeedStream stream, long from, FeedRing ring) {
        try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(
                FeedReader.properties(connection, "none"), new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            consumer.assign(List.of(told));
            long first = consumer.beginningOffsets(List.of(told)).getOrDefault(told, 0L);
            long end = consumer.endOffsets(List.of(told)).getOrDefault(told, 0L);
            if (from < first || from > end) {
                reset(stream, ring);
                return;
            }
            consumer.seek(told, from);
            read(stream, consumer, ring);
        } catch (OffsetOutOfRangeException e) {
            reset(stream, ring);
        } catch (InterruptException e) {
            LOG.trace("this instance stops", e);
            stream.end();
        } catch (KafkaException e) {
            LOG.atWarn().setCause(e).log("what a listener missed could not be read; it comes again");
            stream.end();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            stream.end();
        }
    }

    private void read(FeedStream stream, KafkaConsumer<byte[], byte[]> consumer, FeedRing ring)
            throws InterruptedException {
        while (!stream.isEnded()) {
            long at = consumer.position(told);
            if (ring.holds(at)) {
                stream.follow(at);
                return;
            }
            ConsumerRecords<byte[], byte[]> records = consumer.poll(Duration.ofMillis(200));
            StringBuilder events = new StringBuilder();
            for (ConsumerRecord<byte[], byte[]> record : records) {
                FeedLine.of(record)
                        .filter(line -> line.tenant().equals(stream.tenant()))
                        .ifPresent(line -> events.append(line.event()));
            }
            if (!stream.hand(events.toString(), consumer.position(told), PATIENCE)) {
                stream.end();
            }
        }
    }

    private static void reset(FeedStream stream, FeedRing ring) {
        long next = ring.next();
        stream.say("reset", "{\"because\": \"what followed the last event seen is no longer kept\"}", next - 1);
        stream.follow(next);
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}

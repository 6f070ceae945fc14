package dev.odradek.statestore.stream;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/**
 * Holds what a stream thread sends until the thread has decided all that it has read.
 *
 * <p>With a linger of zero the first record of a burst leaves alone and the others follow in small requests, each of
 * which costs the broker as much as a large one. Under load the thread has many commands in hand, and their outputs
 * leave together; at rest it has one, and the next poll, some microseconds later, lets its outputs go. While commands
 * are decided nothing is held for longer than {@link #LONGEST}.
 */
final class HoldingProducer extends KafkaProducer<byte[], byte[]> {
    /** So much is in hand only in a flood, where larger requests are worth more than some milliseconds. */
    private static final int MOST = 4096;

    private static final long LONGEST = Duration.ofMillis(15).toNanos();

    /** The producer of the current stream thread, for its consumer to find. */
    private static final ThreadLocal<@Nullable HoldingProducer> CURRENT = new ThreadLocal<>();

    private final List<Held> held = new ArrayList<>(MOST);
    private long since;

    private record Held(ProducerRecord<byte[], byte[]> record, Callback callback) {}

    HoldingProducer(Map<String, Object> config) {
        super(config, new ByteArraySerializer(), new ByteArraySerializer());
    }

    /** Lets go what the current thread holds, if it holds anything. */
    static void releaseCurrent() {
        HoldingProducer current = CURRENT.get();
        if (current != null) {
            current.release();
        }
    }

    @Override
    public Future<RecordMetadata> send(ProducerRecord<byte[], byte[]> record, Callback callback) {
        CompletableFuture<RecordMetadata> sent = new CompletableFuture<>();
        long now = System.nanoTime();
        if (held.isEmpty()) {
            since = now;
            CURRENT.set(this);
        }
        held.add(new Held(record, (metadata, failure) -> {
            if (callback != null) {
                callback.onCompletion(metadata, failure);
            }
            if (failure == null) {
                sent.complete(metadata);
            } else {
                sent.completeExceptionally(failure);
            }
        }));
        if (held.size() >= MOST || now - since >= LONGEST) {
            release();
        }
        return sent;
    }

    private void release() {
        for (Held each : held) {
            try {
                super.send(each.record(), each.callback());
            } catch (KafkaException e) {
                // Streams learns of it as of a failure on the way, and gives up the task or the thread as it sees fit.
                each.callback().onCompletion(null, e);
            }
        }
        held.clear();
    }

    /**
     * Waits for nothing: Streams asks each of its tasks to flush before it commits them all, one round trip after the
     * other, and the commit itself waits for everything that was sent.
     */
    @Override
    public void flush() {}

    @Override
    public void sendOffsetsToTransaction(
            Map<TopicPartition, OffsetAndMetadata> offsets, ConsumerGroupMetadata groupMetadata) {
        release();
        super.sendOffsetsToTransaction(offsets, groupMetadata);
    }

    @Override
    public void commitTransaction() {
        release();
        super.commitTransaction();
    }

    /** What is held has no part in any transaction yet, and is made again from its commands. */
    @Override
    public void abortTransaction() {
        held.clear();
        super.abortTransaction();
    }

    @Override
    public void close(Duration timeout) {
        held.clear();
        super.close(timeout);
    }
}

package dev.odradek.statestore.stream;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.ApiException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/**
 * Holds what a stream thread sends until the thread has decided all that it has read.
 *
 * <p>With a linger of zero the first record of a burst leaves alone and the others follow in small requests, each of
 * which costs the broker as much as a large one. Under load the thread has many commands in hand, and their outputs
 * leave together; at rest it has one, and the next poll, some microseconds later, lets go what others wait for. While
 * commands are decided nothing is held for longer than {@link #LONGEST} and the command in hand.
 *
 * <p>What others read before it is committed needs no transaction: an abort does not take it back from them, and its
 * commands bring the same again. At rest it leaves beside the transaction, since the first record of a transaction on a
 * partition has to wait until the broker has noted the partition; the commit waits until it has arrived (ADR 0019).
 * The rest leaves once there is nothing to decide, and until then is in nobody's way, unless there is an answer among
 * the outputs: whoever hears it may ask about what it rests on, which some readers know by facts not yet committed.
 */
final class HoldingProducer extends KafkaProducer<byte[], byte[]> {
    /** So much is in hand only in a flood, where larger requests are worth more than some milliseconds. */
    private static final int MOST = 16_384;

    private static final long LONGEST = Duration.ofMillis(45).toNanos();

    /** Whoever asked has slots that stand idle until the answer is there. */
    private static final long LONGEST_AWAITED = Duration.ofMillis(15).toNanos();

    /** What some commands lead to; with more in hand, a second request costs more than the wait. */
    private static final int FEW = 64;

    /** The producer of the current stream thread, for its consumer to find. */
    private static final ThreadLocal<@Nullable HoldingProducer> CURRENT = new ThreadLocal<>();

    private final List<Held> held = new ArrayList<>(MOST);
    /** What is for the transaction and in no hurry. */
    private final List<Held> unhurried = new ArrayList<>();

    /** Streams asks before each record. */
    private final Map<String, List<PartitionInfo>> partitions = new HashMap<>();

    private final KafkaProducer<byte[], byte[]> beside;
    private final Predicate<String> readAtOnce;
    private final Predicate<String> awaited;
    /** Why something beside this transaction did not arrive; of an aborted one nobody wants to know. */
    private AtomicReference<@Nullable Exception> lost = new AtomicReference<>();

    private boolean settled = true;
    /** From the first flood of a transaction to its end everything leaves within it. */
    private boolean flooded;

    private long since;
    private long longest = LONGEST;
    private long unhurriedSince;

    /**
     * Makes both producers.
     *
     * @param readAtOnce of which topics the readers do not wait for commits
     * @param awaited on which topics somebody waits for each record
     */
    HoldingProducer(Map<String, Object> config, Predicate<String> readAtOnce, Predicate<String> awaited) {
        super(config, new ByteArraySerializer(), new ByteArraySerializer());
        this.readAtOnce = readAtOnce;
        this.awaited = awaited;
        this.beside = new KafkaProducer<>(plain(config), new ByteArraySerializer(), new ByteArraySerializer());
    }

    private static Map<String, Object> plain(Map<String, Object> config) {
        Map<String, Object> plain = new HashMap<>(config);
        plain.remove(ProducerConfig.TRANSACTIONAL_ID_CONFIG);
        plain.remove(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG);
        plain.computeIfPresent(ProducerConfig.CLIENT_ID_CONFIG, (key, id) -> id + "-beside");
        return plain;
    }

    /** The current thread has decided all that it has read: lets go what others wait for. */
    static void releaseCurrent() {
        HoldingProducer current = CURRENT.get();
        if (current != null) {
            current.release();
        }
    }

    /** The current thread has found nothing to decide: lets go everything. */
    static void releaseAllOfCurrent() {
        HoldingProducer current = CURRENT.get();
        if (current != null) {
            current.releaseAll();
        }
    }

    /** Whether the current thread holds what leaves once there is nothing to decide. */
    static boolean currentHolds() {
        HoldingProducer current = CURRENT.get();
        return current != null && !current.unhurried.isEmpty();
    }

    /** As they were when this transaction first asked. */
    @Override
    public List<PartitionInfo> partitionsFor(String topic) {
        List<PartitionInfo> known = partitions.get(topic);
        if (known == null) {
            known = super.partitionsFor(topic);
            partitions.put(topic, known);
        }
        return known;
    }

    @Override
    public Future<RecordMetadata> send(ProducerRecord<byte[], byte[]> record, Callback callback) {
        Held one = new Held(record, callback);
        long now = System.nanoTime();
        if (held.isEmpty()) {
            since = now;
            longest = LONGEST;
            CURRENT.set(this);
        }
        held.add(one);
        if (awaited.test(record.topic())) {
            longest = LONGEST_AWAITED;
        }
        if (held.size() >= MOST || now - since >= longest) {
            release();
        }
        return one;
    }

    private void release() {
        if (held.size() > FEW && !flooded) {
            // Readers drop as a repeat what comes after its successor: one way is empty before the other is taken.
            flushBeside();
            flooded = true;
        }
        if (flooded) {
            sendUnhurried();
            held.forEach(this::sendWithin);
        } else {
            held.forEach(this::sendAtRest);
            if (longest == LONGEST_AWAITED || unhurried.size() > FEW || System.nanoTime() - unhurriedSince >= LONGEST) {
                sendUnhurried();
            }
        }
        held.clear();
    }

    private void sendAtRest(Held each) {
        if (readAtOnce.test(each.record().topic())) {
            sendBeside(each);
        } else {
            if (unhurried.isEmpty()) {
                unhurriedSince = since;
            }
            unhurried.add(each);
        }
    }

    private void sendUnhurried() {
        unhurried.forEach(this::sendWithin);
        unhurried.clear();
    }

    private void releaseAll() {
        release();
        sendUnhurried();
    }

    private void sendWithin(Held each) {
        try {
            each.left(super.send(each.record(), each));
        } catch (KafkaException e) {
            // Told as a failure on the way would be, by its cause: Streams knows what to do about a lost epoch.
            Exception cause = e.getCause() instanceof ApiException known ? known : e;
            each.left(CompletableFuture.failedFuture(cause));
            each.onCompletion(null, cause);
        }
    }

    /** Streams is told by the commit alone: its callback is for one sending thread. */
    private void sendBeside(Held each) {
        settled = false;
        AtomicReference<@Nullable Exception> mine = lost;
        Exception before = mine.get();
        if (before != null) {
            // The transaction has failed. Each further record might wait as long as this one did.
            each.left(CompletableFuture.failedFuture(before));
            return;
        }
        try {
            each.left(beside.send(each.record(), (metadata, failure) -> mine.compareAndSet(null, failure)));
        } catch (KafkaException e) {
            mine.compareAndSet(null, e);
            each.left(CompletableFuture.failedFuture(e));
        }
    }

    private void flushBeside() {
        if (!settled) {
            beside.flush();
            settled = true;
        }
    }

    /** Nothing is committed before what follows from it has arrived. */
    private void settle() {
        releaseAll();
        flushBeside();
        Exception failure = lost.get();
        if (failure != null) {
            String what = "What was sent beside the transaction did not arrive";
            // After a time-out Streams begins the tasks anew; after anything else, the thread.
            throw failure instanceof RetriableException
                    ? new TimeoutException(what, failure)
                    : new KafkaException(what, failure);
        }
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
        settle();
        super.sendOffsetsToTransaction(offsets, groupMetadata);
    }

    @Override
    public void commitTransaction() {
        settle();
        super.commitTransaction();
        partitions.clear();
        flooded = false;
    }

    /** What is held has no part in any transaction yet, and is made again from its commands. */
    @Override
    public void abortTransaction() {
        held.clear();
        unhurried.clear();
        partitions.clear();
        lost = new AtomicReference<>();
        settled = true;
        flooded = false;
        super.abortTransaction();
    }

    @Override
    public void close(Duration timeout) {
        held.clear();
        unhurried.clear();
        try {
            beside.close(timeout);
        } finally {
            super.close(timeout);
        }
    }
}

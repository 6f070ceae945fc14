package dev.odradek.runtime.dispatch;

import dev.odradek.topics.event.DispatchRecord;
import dev.odradek.topics.event.Lane;
import dev.odradek.topics.format.Formats;
import dev.odradek.topics.format.UnreadableException;
import dev.odradek.topics.machine.Mode;
import dev.odradek.topics.settings.Connection;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads what waits on other workers' partitions while there is nothing to do on the own ones.
 *
 * <p>Its consumer is no member of the group and commits nothing: an owner is offered everything as if nobody helped,
 * and is refused what helpers have claimed.
 */
final class Helping implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(Helping.class);
    private static final Duration POLL = Duration.ofMillis(100);
    /** Whoever has free slots and nothing of its own asks at least this often. */
    private static final long ASKED_LATELY_NANOS = Duration.ofSeconds(1).toNanos();

    private static final long LOOK_AT_LEAST_NANOS = Duration.ofSeconds(4).toNanos();
    private static final long LONGEST_READ_NANOS = Duration.ofSeconds(1).toNanos();
    private static final int MOST_FETCHED_BYTES = 256 * 1024;

    private final Connection connection;
    private final String queue;
    private final HelpBook<TopicPartition, Offer> book;
    private final Runnable onMore;
    private final int window;
    private final Object bell = new Object();
    private final Thread thread;
    private boolean stopped;
    private boolean asked;
    private long askedNanos;
    private Optional<Set<TopicPartition>> own = Optional.empty();
    private volatile Runnable wakeUp = () -> {};

    /**
     * Helps once it is started.
     *
     * @param onMore is called when there is more to help with
     */
    Helping(Connection connection, String queue, HelpBook<TopicPartition, Offer> book, int window, Runnable onMore) {
        this.connection = connection;
        this.queue = queue;
        this.book = book;
        this.window = window;
        this.onMore = onMore;
        this.thread = new Thread(this, "odradek-help-" + queue);
        this.thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    void stop() {
        synchronized (bell) {
            stopped = true;
            bell.notifyAll();
        }
        wakeUp.run();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Which partitions are this worker's own, as soon as that is settled. */
    void own(Set<TopicPartition> partitions) {
        synchronized (bell) {
            own = Optional.of(Set.copyOf(partitions));
            bell.notifyAll();
        }
    }

    /** For whoever has a free slot and nothing of its own. */
    Optional<Offer> next() {
        Optional<Offer> offer = book.next();
        synchronized (bell) {
            boolean first = !askedLately();
            asked = true;
            askedNanos = System.nanoTime();
            if (first || (offer.isPresent() && !book.toRead().isEmpty())) {
                bell.notifyAll();
            }
        }
        return offer;
    }

    private boolean askedLately() {
        return asked && System.nanoTime() - askedNanos < ASKED_LATELY_NANOS;
    }

    @Override
    public void run() {
        if (!awaitAssignment()) {
            return;
        }
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(properties(), new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            wakeUp = consumer::wakeup;
            List<TopicPartition> all = List.of();
            // Asked again now that a stop would wake the consumer.
            boolean goOn = awaitAssignment();
            while (goOn) {
                try {
                    all = all.isEmpty() ? partitions(consumer) : all;
                    look(consumer, all);
                } catch (RuntimeException e) {
                    failed(e);
                }
                goOn = readUntilNextLook(consumer);
            }
        } catch (WakeupException e) {
            LOG.trace("woken to stop while closing");
        }
    }

    /** Helps nobody before it is known what is its own. */
    private boolean awaitAssignment() {
        synchronized (bell) {
            while (!stopped && own.isEmpty()) {
                await(ASKED_LATELY_NANOS);
            }
            return !stopped;
        }
    }

    /** False once stopped; while there is own work to do looks are rare, and only to know later what is old. */
    private boolean readUntilNextLook(KafkaConsumer<byte[], byte[]> consumer) {
        long due = System.nanoTime() + book.pauseNanos();
        long latest = due + LOOK_AT_LEAST_NANOS;
        while (true) {
            boolean hungry = false;
            synchronized (bell) {
                long now = System.nanoTime();
                boolean isDue = now - due >= 0;
                if (stopped || (isDue && askedLately()) || now - latest >= 0) {
                    return !stopped;
                }
                if (isDue) {
                    book.hadOwnWork();
                }
                await((isDue ? latest : due) - now);
                hungry = askedLately();
            }
            if (hungry) {
                try {
                    readOn(consumer);
                } catch (RuntimeException e) {
                    failed(e);
                }
            }
        }
    }

    private static void failed(RuntimeException e) {
        // The intake says aloud what ails the broker.
        LOG.atDebug().setCause(e).log("looking for work to help with failed, trying again");
    }

    // Whoever calls it looks again, in a loop, at what it waits for.
    @SuppressWarnings("WaitNotInLoop")
    private void await(long nanos) {
        try {
            bell.wait(Math.max(1, nanos / 1_000_000));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            stopped = true;
        }
    }

    private List<TopicPartition> partitions(KafkaConsumer<byte[], byte[]> consumer) {
        return Stream.of(Lane.values())
                .map(lane -> connection.plan().work(queue, lane))
                .flatMap(topic -> consumer.partitionsFor(topic).stream())
                .map(info -> new TopicPartition(info.topic(), info.partition()))
                .toList();
    }

    private void look(KafkaConsumer<byte[], byte[]> consumer, List<TopicPartition> all) {
        Set<TopicPartition> others = new HashSet<>(all);
        synchronized (bell) {
            own.ifPresent(others::removeAll);
        }
        Map<TopicPartition, HelpBook.Lag> lags = new HashMap<>();
        if (!others.isEmpty()) {
            Map<TopicPartition, OffsetAndMetadata> committed = consumer.committed(others);
            Map<TopicPartition, Long> ends = consumer.endOffsets(others);
            ends.forEach((partition, end) -> lags.put(partition, new HelpBook.Lag(of(committed.get(partition)), end)));
        }
        book.looked(lags, System.nanoTime());
    }

    private static long of(@Nullable OffsetAndMetadata committed) {
        return committed == null ? 0 : committed.offset();
    }

    private void readOn(KafkaConsumer<byte[], byte[]> consumer) {
        Map<TopicPartition, Long> offsets = book.toRead();
        if (offsets.isEmpty()) {
            return;
        }
        consumer.assign(offsets.keySet());
        offsets.forEach(consumer::seek);
        long deadline = System.nanoTime() + LONGEST_READ_NANOS;
        Set<TopicPartition> left = new HashSet<>(offsets.keySet());
        while (!left.isEmpty() && deadline - System.nanoTime() > 0) {
            consumer.poll(POLL).forEach(this::keep);
            offsets.keySet().forEach(partition -> book.readUpTo(partition, consumer.position(partition)));
            left.retainAll(book.toRead().keySet());
            onMore.run();
        }
        // Nothing is fetched that nobody asked for.
        consumer.unsubscribe();
    }

    private void keep(ConsumerRecord<byte[], byte[]> record) {
        TopicPartition partition = new TopicPartition(record.topic(), record.partition());
        dispatch(record)
                .ifPresent(dispatch -> book.read(partition, record.offset(), offer(partition, record, dispatch)));
    }

    private Offer offer(TopicPartition partition, ConsumerRecord<byte[], byte[]> record, DispatchRecord dispatch) {
        long offset = record.offset();
        return new Offer(dispatch, new Receipt() {
            @Override
            public void settled() {
                // Its owner commits.
            }

            @Override
            public void refused() {
                book.refused(partition, offset);
            }

            @Override
            public boolean helps() {
                return true;
            }
        });
    }

    /** Eager work starts before anybody is refused: it would run twice. What is unreadable is its owner's to report. */
    private static Optional<DispatchRecord> dispatch(ConsumerRecord<byte[], byte[]> record) {
        if (record.value() == null) {
            return Optional.empty();
        }
        try {
            return Optional.of(Formats.DISPATCHES.read(record.value()))
                    .filter(read -> read.dispatch().mode() == Mode.CONFIRMED);
        } catch (UnreadableException e) {
            LOG.trace("left to its owner", e);
            return Optional.empty();
        }
    }

    private Map<String, Object> properties() {
        Map<String, Object> properties = connection.clientProperties();
        // To ask for the group's offsets only: who is assigned by hand does not join.
        properties.put(ConsumerConfig.GROUP_ID_CONFIG, connection.plan().group(queue));
        properties.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        properties.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        properties.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_uncommitted");
        properties.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, window);
        properties.put(ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG, MOST_FETCHED_BYTES);
        return properties;
    }
}

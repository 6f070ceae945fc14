package dev.odradek.runtime.dispatch;

import dev.odradek.topics.TopicPlan;
import dev.odradek.topics.event.Lane;
import dev.odradek.topics.settings.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes dispatches as a member of a consumer group: in order of key, from the partitions it is assigned; and, while
 * there is nothing on them, what has been waiting on those of others.
 *
 * <p>It polls all the time, whatever the handlers do; a lane whose backlog is full is paused. The committed offset is
 * that of the lowest dispatch the command log does not know of yet.
 */
public final class PartitionedIntake implements Intake {
    private static final Logger LOG = LoggerFactory.getLogger(PartitionedIntake.class);

    /** A fetch leaves out partitions whose records are not handed out yet: they wait until it returns. */
    private static final int FETCH_WAIT_MS = 50;

    private static final Duration POLL = Duration.ofMillis(FETCH_WAIT_MS);

    /**
     * Only the next poll follows a fetch that has brought nothing by another: what comes until then goes unheard, so
     * polls are short around the time when a fetch returns.
     */
    private static final Duration SHORT_POLL = Duration.ofMillis(2);

    private static final int SHORT_POLLS = 3;

    /** So few are brought to the desk by the poll thread itself: at rest one thread less need be woken. */
    private static final int FEW = 8;

    private static final long COMMIT_EVERY_NANOS = Duration.ofMillis(200).toNanos();

    private final Connection connection;
    private final String queue;
    private final Placer placer;
    private final Optional<Helping> helping;
    private final Set<TopicPartition> own = new HashSet<>();
    private final StopSignal stop = new StopSignal();
    private final Map<TopicPartition, OffsetLedger> ledgers = new HashMap<>();
    /** Which lanes have been paused or resumed since the assignment last changed. */
    private final Map<Lane, Boolean> paused = new EnumMap<>(Lane.class);

    private final int enough;
    private long lastCommit = System.nanoTime();
    private int shortPolls;

    /** @param helpAfter how long something waits on others' partitions before it is taken from there; 0: for ever */
    public PartitionedIntake(
            Connection connection, String queue, Slots slots, Desk desk, Unreadable unreadable, Duration helpAfter) {
        this.connection = connection;
        this.queue = queue;
        this.enough = Math.max(64, 2 * slots.total());
        this.helping = helpAfter.isZero() ? Optional.empty() : Optional.of(helping(helpAfter, slots.total()));
        this.placer = new Placer(queue, slots, desk, unreadable, () -> helping.flatMap(Helping::next));
    }

    private Helping helping(Duration after, int slots) {
        int window = Math.max(32, slots / 2);
        HelpBook<TopicPartition, Offer> book = new HelpBook<>(after, window, new SplittableRandom());
        return new Helping(connection, queue, book, window, this::lookAgain);
    }

    private void lookAgain() {
        placer.lookAgain();
    }

    @Override
    public void run() {
        Patience patience = new Patience(stop);
        TopicPlan plan = connection.plan();
        placer.start();
        helping.ifPresent(Helping::start);
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(properties(), new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            consumer.subscribe(
                    List.of(plan.work(queue, Lane.AGAIN), plan.work(queue, Lane.NORMAL)), new Assignment(consumer));
            while (!stop.given()) {
                try {
                    throttle(consumer);
                    // A poll spins over what it has fetched of a paused partition: better to wait here.
                    boolean waited = placer.awaitRoom(enough / 2, POLL);
                    keep(poll(consumer, waited));
                    commitNowAndThen(consumer);
                    patience.afterSuccess(queue);
                } catch (RuntimeException e) {
                    patience.afterFailure(queue, e);
                }
            }
            placer.stop();
            commitLast(consumer);
        } finally {
            helping.ifPresent(Helping::stop);
            placer.stop();
        }
    }

    private ConsumerRecords<byte[], byte[]> poll(KafkaConsumer<byte[], byte[]> consumer, boolean waited) {
        Duration patience = shortPolls > 0 ? SHORT_POLL : POLL;
        ConsumerRecords<byte[], byte[]> records = consumer.poll(waited ? Duration.ZERO : patience);
        if (records.isEmpty()) {
            shortPolls = shortPolls > 0 ? shortPolls - 1 : SHORT_POLLS;
        } else {
            shortPolls = 0;
        }
        return records;
    }

    private void keep(ConsumerRecords<byte[], byte[]> records) {
        for (TopicPartition partition : records.partitions()) {
            OffsetLedger ledger = ledgers.computeIfAbsent(partition, none -> new OffsetLedger());
            List<Placer.Entry> entries = new ArrayList<>();
            for (ConsumerRecord<byte[], byte[]> record : records.records(partition)) {
                entries.add(new Placer.Entry(record, ledger.taken(record.offset())));
            }
            placer.add(lane(partition.topic()), entries);
        }
        if (!records.isEmpty() && (records.count() > FEW || !placer.placeAtOnce(FEW))) {
            placer.lookAgain();
        }
    }

    private void throttle(KafkaConsumer<byte[], byte[]> consumer) {
        for (Lane lane : Lane.values()) {
            boolean full = placer.waiting(lane) >= enough;
            if (!Objects.equals(full, paused.get(lane))) {
                List<TopicPartition> partitions = consumer.assignment().stream()
                        .filter(partition -> lane(partition.topic()) == lane)
                        .toList();
                if (full) {
                    consumer.pause(partitions);
                } else {
                    consumer.resume(partitions);
                }
                placer.paused(lane, full && !partitions.isEmpty());
                paused.put(lane, full);
            }
        }
    }

    private Lane lane(String topic) {
        return topic.equals(connection.plan().work(queue, Lane.AGAIN)) ? Lane.AGAIN : Lane.NORMAL;
    }

    private void commitNowAndThen(KafkaConsumer<byte[], byte[]> consumer) {
        if (System.nanoTime() - lastCommit < COMMIT_EVERY_NANOS) {
            return;
        }
        lastCommit = System.nanoTime();
        Map<TopicPartition, OffsetAndMetadata> offsets = toCommit(ledgers.keySet());
        if (!offsets.isEmpty()) {
            consumer.commitAsync(offsets, (done, failure) -> {
                if (failure == null) {
                    committed(done);
                } else {
                    LOG.atDebug().setCause(failure).log("committing offsets failed, trying again");
                }
            });
        }
    }

    private void commitLast(KafkaConsumer<byte[], byte[]> consumer) {
        commitSync(consumer, toCommit(ledgers.keySet()));
    }

    private void commitSync(KafkaConsumer<byte[], byte[]> consumer, Map<TopicPartition, OffsetAndMetadata> offsets) {
        if (offsets.isEmpty()) {
            return;
        }
        try {
            consumer.commitSync(offsets, Duration.ofSeconds(5));
            committed(offsets);
        } catch (KafkaException e) {
            LOG.atInfo().log("offsets were not committed; what they cover is offered again and refused");
        }
    }

    private Map<TopicPartition, OffsetAndMetadata> toCommit(Collection<TopicPartition> partitions) {
        Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
        for (TopicPartition partition : partitions) {
            Optional.ofNullable(ledgers.get(partition))
                    .ifPresent(ledger -> ledger.toCommit()
                            .ifPresent(offset -> offsets.put(partition, new OffsetAndMetadata(offset))));
        }
        return offsets;
    }

    private void committed(Map<TopicPartition, OffsetAndMetadata> offsets) {
        offsets.forEach((partition, offset) ->
                Optional.ofNullable(ledgers.get(partition)).ifPresent(ledger -> ledger.committed(offset.offset())));
    }

    @Override
    public void stop() {
        stop.give();
    }

    /** Forgets what a partition that goes away has waiting: its next owner is offered it. */
    private final class Assignment implements ConsumerRebalanceListener {
        private final KafkaConsumer<byte[], byte[]> consumer;

        Assignment(KafkaConsumer<byte[], byte[]> consumer) {
            this.consumer = consumer;
        }

        @Override
        public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
            LOG.atInfo().addKeyValue("queue", queue).log("assigned {}", partitions);
            own.addAll(partitions);
            paused.clear();
            helping.ifPresent(help -> help.own(own));
        }

        @Override
        public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
            LOG.atInfo().addKeyValue("queue", queue).log("revoked {}", partitions);
            placer.drop(partitions);
            commitSync(consumer, toCommit(partitions));
            disown(partitions);
        }

        @Override
        public void onPartitionsLost(Collection<TopicPartition> partitions) {
            LOG.atInfo().addKeyValue("queue", queue).log("lost {}", partitions);
            placer.drop(partitions);
            disown(partitions);
        }

        private void disown(Collection<TopicPartition> partitions) {
            partitions.forEach(ledgers::remove);
            paused.clear();
            own.removeAll(partitions);
            helping.ifPresent(help -> help.own(own));
        }
    }

    private Map<String, Object> properties() {
        Map<String, Object> properties = connection.clientProperties();
        properties.put(ConsumerConfig.GROUP_ID_CONFIG, connection.plan().group(queue));
        properties.putIfAbsent(ConsumerConfig.GROUP_PROTOCOL_CONFIG, "consumer");
        // The default assignor may give one worker all of a lane and another all of the other; this one pairs them.
        properties.putIfAbsent(ConsumerConfig.GROUP_REMOTE_ASSIGNOR_CONFIG, "range");
        properties.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        properties.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        properties.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_uncommitted");
        properties.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, enough);
        properties.putIfAbsent(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, FETCH_WAIT_MS);
        return properties;
    }
}

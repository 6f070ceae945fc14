package dev.odradek.runtime.dispatch;

import dev.odradek.topics.TopicPlan;
import dev.odradek.topics.event.DispatchRecord;
import dev.odradek.topics.event.Lane;
import dev.odradek.topics.settings.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.consumer.AcknowledgeType;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaShareConsumer;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes dispatches as a member of a share group: by demand, so that a slow worker keeps nothing from a fast one.
 *
 * <p>A fetch goes on in the background after an empty poll, so the slots reserved for it stay reserved until it brings
 * something. The two lanes are one subscription; the broker serves them in turn while both have work.
 */
public final class SharedIntake implements Intake {
    private static final Logger LOG = LoggerFactory.getLogger(SharedIntake.class);
    /**
     * A fetch that brings only a transaction's marker does not end a poll, and the next fetch waits for the next poll.
     * Markers follow records within a commit interval, so polls are short for a while after each record.
     */
    private static final Duration QUICK_POLL = Duration.ofMillis(20);

    private static final Duration IDLE_POLL = Duration.ofSeconds(1);
    private static final Duration QUICK_FOR = Duration.ofSeconds(5);
    private static final Duration SLOT_WAIT = Duration.ofMillis(200);
    /** Well below the lock's shortest duration of 15 s: later, someone else may have the record. */
    private static final Duration SETTLE_WAIT = Duration.ofSeconds(10);

    private final Connection connection;
    private final String queue;
    private final Slots slots;
    private final Desk desk;
    private final Unreadable unreadable;
    private final StopSignal stop = new StopSignal();
    private final int window;
    private volatile Runnable wakeUp = () -> {};
    private int reserved;
    private long quickUntil = System.nanoTime() + QUICK_FOR.toNanos();

    private record Taken(ConsumerRecord<byte[], byte[]> record, CompletableFuture<Void> settled) {}

    public SharedIntake(Connection connection, String queue, Slots slots, Desk desk, Unreadable unreadable) {
        this.connection = connection;
        this.queue = queue;
        this.slots = slots;
        this.desk = desk;
        this.unreadable = unreadable;
        // Nothing is fetched unless a whole window is free: all but one of it may stay idle beside long work.
        this.window = Math.max(1, slots.total() / 16);
    }

    @Override
    public void run() {
        Patience patience = new Patience(stop);
        TopicPlan plan = connection.plan();
        try (OddMember odd = OddMember.join(connection, queue);
                KafkaShareConsumer<byte[], byte[]> consumer = new KafkaShareConsumer<>(
                        properties(), new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            LOG.trace("{} is there", odd);
            wakeUp = consumer::wakeup;
            consumer.subscribe(List.of(plan.work(queue, Lane.AGAIN), plan.work(queue, Lane.NORMAL)));
            while (!stop.given()) {
                try {
                    if (reserve(consumer)) {
                        turn(consumer);
                        patience.afterSuccess(queue);
                    }
                } catch (WakeupException e) {
                    LOG.trace("woken to stop; closing tells the broker what was acknowledged and gives back the rest");
                } catch (RuntimeException e) {
                    patience.afterFailure(queue, e);
                }
            }
        } finally {
            slots.free(reserved);
            reserved = 0;
        }
    }

    private boolean reserve(KafkaShareConsumer<byte[], byte[]> consumer) {
        int wanted = window - reserved;
        if (!slots.tryTake(wanted)) {
            // No fetch will carry the acknowledgements for a while.
            consumer.commitAsync();
            if (!slots.take(wanted, SLOT_WAIT)) {
                return false;
            }
        }
        reserved = window;
        return true;
    }

    private void turn(KafkaShareConsumer<byte[], byte[]> consumer) {
        List<Taken> batch = new ArrayList<>();
        boolean quick = quickUntil - System.nanoTime() > 0;
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(quick ? QUICK_POLL : IDLE_POLL)) {
            batch.add(new Taken(record, hand(record)));
        }
        if (!batch.isEmpty()) {
            quickUntil = System.nanoTime() + QUICK_FOR.toNanos();
        }
        long deadline = System.nanoTime() + SETTLE_WAIT.toNanos();
        for (Taken taken : batch) {
            acknowledge(consumer, taken.record(), settledBy(deadline, taken.settled()));
        }
    }

    private static void acknowledge(
            KafkaShareConsumer<byte[], byte[]> consumer, ConsumerRecord<byte[], byte[]> record, boolean settled) {
        try {
            consumer.acknowledge(record, settled ? AcknowledgeType.ACCEPT : AcknowledgeType.RELEASE);
        } catch (IllegalStateException e) {
            // The lock is gone: whoever is offered the record next is refused, or is the first to claim.
            LOG.atDebug().addKeyValue("offset", record.offset()).setCause(e).log("not acknowledged");
        }
    }

    private CompletableFuture<Void> hand(ConsumerRecord<byte[], byte[]> record) {
        CompletableFuture<Void> settled = new CompletableFuture<>();
        if (stop.given()) {
            settled.cancel(false);
            return settled;
        }
        try {
            Optional<DispatchRecord> dispatch = unreadable.read(record);
            if (dispatch.isPresent() && desk.take(dispatch.get(), () -> settled.complete(null))) {
                reserved--;
            } else {
                settled.complete(null);
            }
        } catch (RuntimeException e) {
            LOG.atError().setCause(e).log("a dispatch could not be taken; it goes back to the group");
            settled.cancel(false);
        }
        return settled;
    }

    private static boolean settledBy(long deadline, CompletableFuture<Void> settled) {
        try {
            settled.get(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } catch (ExecutionException | TimeoutException | CancellationException e) {
            return false;
        }
    }

    @Override
    public void stop() {
        stop.give();
        wakeUp.run();
    }

    private Map<String, Object> properties() {
        Map<String, Object> properties = connection.clientProperties();
        properties.put(ConsumerConfig.GROUP_ID_CONFIG, connection.plan().group(queue));
        properties.put(ConsumerConfig.SHARE_ACKNOWLEDGEMENT_MODE_CONFIG, "explicit");
        properties.put(ConsumerConfig.SHARE_ACQUIRE_MODE_CONFIG, "record_limit");
        properties.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, window);
        // A worker whose slots are all busy does not poll, for hours if need be; its presence is its sign of life.
        properties.putIfAbsent(ConsumerConfig.MAX_POLL_INTERVAL_MS_CONFIG, Integer.MAX_VALUE);
        return properties;
    }
}

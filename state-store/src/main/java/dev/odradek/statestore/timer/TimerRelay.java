package dev.odradek.statestore.timer;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.odradek.topics.command.ItemCommand.Wake;
import dev.odradek.topics.event.Timer;
import dev.odradek.topics.format.Formats;
import dev.odradek.topics.format.UnreadableException;
import dev.odradek.topics.route.CommandWriter;
import dev.odradek.topics.settings.Connection;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends follow-up commands at once, and wake-ups of delayed and backed-off items when they are due.
 *
 * <p>At least once: a partition's timers are read from their beginning whenever it is assigned, and a stale wake-up is
 * refused by its epoch. Leases and redispatches stay in their slots for reaper-job.
 */
public final class TimerRelay implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(TimerRelay.class);
    private static final Duration LONGEST_POLL = Duration.ofMillis(200);

    private final Connection connection;
    private final Thread thread = new Thread(this::run, "timer-relay");
    private final DueList due = new DueList();
    /** What the broker did not take; filled by the producer's thread, emptied by the relay's. */
    private final Queue<DueList.Entry> unsent = new ConcurrentLinkedQueue<>();

    private volatile boolean closed;

    public TimerRelay(Connection connection) {
        this.connection = connection;
    }

    public void start() {
        thread.setDaemon(true);
        thread.start();
    }

    private void run() {
        try (KafkaConsumer<byte[], byte[]> consumer =
                        new KafkaConsumer<>(properties(), new ByteArrayDeserializer(), new ByteArrayDeserializer());
                CommandWriter writer = new CommandWriter(connection);
                KafkaProducer<byte[], byte[]> slots = new KafkaProducer<>(
                        connection.clientProperties(), new ByteArraySerializer(), new ByteArraySerializer())) {
            consumer.subscribe(List.of(connection.plan().timers()), fromTheBeginning(consumer));
            while (!closed) {
                turn(consumer, writer, slots);
            }
        } catch (WakeupException e) {
            LOG.debug("timer relay woken to close");
        }
    }

    private void turn(
            KafkaConsumer<byte[], byte[]> consumer, CommandWriter writer, KafkaProducer<byte[], byte[]> slots) {
        try {
            for (ConsumerRecord<byte[], byte[]> record : consumer.poll(LONGEST_POLL)) {
                read(record, writer, slots);
            }
            for (DueList.Entry again = unsent.poll(); again != null; again = unsent.poll()) {
                due.put(again);
            }
            for (DueList.Entry ready : due.until(System.currentTimeMillis())) {
                writer.send(ready.command()).whenComplete((written, failure) -> {
                    if (failure != null) {
                        unsent.add(ready);
                    }
                });
            }
        } catch (WakeupException e) {
            throw e;
        } catch (KafkaException e) {
            LOG.atWarn().setCause(e).log("relaying timers failed, trying again");
        }
    }

    private void read(
            ConsumerRecord<byte[], byte[]> record, CommandWriter writer, KafkaProducer<byte[], byte[]> slots) {
        String slot = new String(record.key(), UTF_8);
        due.clear(record.partition(), slot);
        if (record.value() == null) {
            return;
        }
        try {
            Timer timer = Formats.TIMERS.read(record.value()).timer();
            if (timer instanceof Timer.Send send) {
                forward(record, send, writer, slots);
            } else if (timer instanceof Timer.DueTimer at && at.command().command() instanceof Wake) {
                due.put(new DueList.Entry(record.partition(), slot, at.dueAt(), at.command()));
            }
        } catch (UnreadableException e) {
            LOG.atWarn().addKeyValue("offset", record.offset()).setCause(e).log("skipped an unreadable timer");
        }
    }

    /** Empties the slot once the command is safe; until then the slot keeps it for the next reader. */
    private void forward(
            ConsumerRecord<byte[], byte[]> record,
            Timer.Send send,
            CommandWriter writer,
            KafkaProducer<byte[], byte[]> slots) {
        writer.send(send.partition(), send.command()).whenComplete((written, failure) -> {
            if (failure == null) {
                slots.send(new ProducerRecord<>(record.topic(), record.partition(), record.key(), null));
            } else {
                LOG.atWarn()
                        .setCause(failure)
                        .log("a follow-up command was not sent; it is when timers are read again");
            }
        });
    }

    private ConsumerRebalanceListener fromTheBeginning(KafkaConsumer<byte[], byte[]> consumer) {
        return new ConsumerRebalanceListener() {
            @Override
            public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
                consumer.seekToBeginning(partitions);
            }

            @Override
            public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
                partitions.forEach(partition -> due.forget(partition.partition()));
            }
        };
    }

    private Map<String, Object> properties() {
        Map<String, Object> properties = connection.clientProperties();
        properties.put(ConsumerConfig.GROUP_ID_CONFIG, connection.plan().prefix() + "timer-relay");
        properties.put(ConsumerConfig.GROUP_PROTOCOL_CONFIG, "consumer");
        properties.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        properties.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        properties.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        return properties;
    }

    @Override
    public void close() {
        closed = true;
        try {
            thread.join(Duration.ofSeconds(10).toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

package dev.odradek.topics.route;

import dev.odradek.topics.TopicMismatchException;
import dev.odradek.topics.TopicPlan;
import dev.odradek.topics.event.AnswerRecord;
import dev.odradek.topics.event.Cause;
import dev.odradek.topics.format.Formats;
import dev.odradek.topics.format.UnreadableException;
import dev.odradek.topics.settings.Connection;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hears the answers to one asker on its slot.
 *
 * <p>The position is fixed before {@link #start} returns, so that no answer to a later question can be missed. Reading
 * is uncommitted: a replayed transaction repeats records, and the repeats are dropped by their cause.
 */
public final class AnswerReader implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(AnswerReader.class);

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final String askerId;
    private final Consumer<AnswerRecord> listener;
    private final KafkaConsumer<byte[], byte[]> consumer;
    private final Map<Integer, Cause> highest = new HashMap<>();
    private final Thread thread;
    private final CountDownLatch closing = new CountDownLatch(1);

    private AnswerReader(Connection connection, String askerId, Consumer<AnswerRecord> listener) {
        this.askerId = askerId;
        this.listener = listener;
        this.consumer =
                new KafkaConsumer<>(properties(connection), new ByteArrayDeserializer(), new ByteArrayDeserializer());
        this.thread = new Thread(this::run, "answers-" + askerId);
    }

    public static AnswerReader start(Connection connection, String askerId, Consumer<AnswerRecord> listener) {
        AnswerReader reader = new AnswerReader(connection, askerId, listener);
        TopicPartition slot = new TopicPartition(connection.plan().answers(), slot(connection, askerId));
        try {
            reader.refuseOtherSlots(connection.plan());
            reader.consumer.assign(List.of(slot));
            reader.consumer.seekToEnd(List.of(slot));
            reader.consumer.position(slot, PATIENCE);
        } catch (TimeoutException e) {
            reader.consumer.close();
            throw new TimeoutException(
                    "Kafka at " + connection.bootstrap() + " did not answer within " + PATIENCE.toSeconds()
                            + " s; check odradek.bootstrap and that the broker is up.",
                    e);
        } catch (RuntimeException e) {
            reader.consumer.close();
            throw e;
        }
        reader.thread.setDaemon(true);
        reader.thread.start();
        return reader;
    }

    /** With another number of slots, asker and core would each use a partition the other does not think of. */
    private void refuseOtherSlots(TopicPlan plan) {
        int found = consumer.partitionsFor(plan.answers(), PATIENCE).size();
        if (found == 0) {
            throw new TopicMismatchException("The topic " + plan.answers()
                    + " is not there; start a state-store, which creates it, or check odradek.prefix.");
        }
        if (found != plan.slots()) {
            throw new TopicMismatchException("The topic " + plan.answers() + " must have " + plan.slots()
                    + " partitions, has " + found + "; set odradek.answer-slots to what it has.");
        }
    }

    /** The partition of {@code answers} an asker listens on. */
    public static int slot(Connection connection, String askerId) {
        return Routing.partition("asker", askerId, connection.plan().slots());
    }

    private void run() {
        try (consumer) {
            while (closing.getCount() > 0) {
                try {
                    for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofSeconds(1))) {
                        hear(record);
                    }
                } catch (WakeupException e) {
                    LOG.debug("answers reader woken to close");
                } catch (KafkaException e) {
                    LOG.atWarn().setCause(e).log("reading answers failed, trying again");
                    pause();
                }
            }
        }
    }

    /** A lasting failure must not spin. */
    private void pause() {
        try {
            boolean closes = closing.await(1, TimeUnit.SECONDS);
            LOG.debug("paused reading answers, closing {}", closes);
        } catch (InterruptedException e) {
            closing.countDown();
            Thread.currentThread().interrupt();
        }
    }

    private void hear(ConsumerRecord<byte[], byte[]> record) {
        AnswerRecord answer;
        try {
            answer = Formats.ANSWERS.read(record.value());
        } catch (UnreadableException e) {
            LOG.atWarn().addKeyValue("offset", record.offset()).setCause(e).log("skipped an unreadable answer");
            return;
        }
        Cause last = highest.get(answer.cause().partition());
        if (last != null && answer.cause().compareTo(last) <= 0) {
            return;
        }
        highest.put(answer.cause().partition(), answer.cause());
        if (answer.askerId().equals(askerId)) {
            try {
                listener.accept(answer);
            } catch (RuntimeException e) {
                LOG.atError().setCause(e).log("a listener failed on an answer");
            }
        }
    }

    @Override
    public void close() {
        closing.countDown();
        consumer.wakeup();
        try {
            thread.join(Duration.ofSeconds(10).toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static Map<String, Object> properties(Connection connection) {
        Map<String, Object> properties = connection.clientProperties();
        properties.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
        properties.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_uncommitted");
        properties.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        properties.put(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, 500);
        properties.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "latest");
        return properties;
    }
}

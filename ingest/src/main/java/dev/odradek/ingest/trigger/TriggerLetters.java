package dev.odradek.ingest.trigger;

import dev.odradek.topics.TopicPlan;
import dev.odradek.topics.route.DeadLetters;
import dev.odradek.topics.settings.Connection;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.kafka.core.DefaultKafkaProducerFactory;
import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.kafka.listener.ConsumerRecordRecoverer;
import org.springframework.kafka.listener.DeadLetterPublishingRecoverer;
import org.springframework.kafka.listener.DeadLetterPublishingRecoverer.HeaderNames.HeadersToAdd;

/** Puts bad triggers among the project's dead letters, as they were, with why. */
final class TriggerLetters implements ConsumerRecordRecoverer, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(TriggerLetters.class);

    private static final int LONGEST_REASON = 1000;
    /** What describes a letter, and what the broker adds. */
    private static final int ENVELOPE = 4 * 1024;

    private final DefaultKafkaProducerFactory<byte[], byte[]> producers;
    private final long largest;
    private final DeadLetterPublishingRecoverer publisher;

    TriggerLetters(Connection connection) {
        TopicPlan plan = connection.plan();
        this.largest = 2L * plan.maxBytes() - ENVELOPE;
        Map<String, Object> properties = connection.clientProperties();
        properties.put(ProducerConfig.ACKS_CONFIG, "all");
        properties.put(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, 2 * plan.maxBytes() + 64 * 1024);
        this.producers =
                new DefaultKafkaProducerFactory<>(properties, new ByteArraySerializer(), new ByteArraySerializer());
        this.publisher = new DeadLetterPublishingRecoverer(
                new KafkaTemplate<>(producers), (record, failure) -> new TopicPartition(plan.deadLetters(), 0));
        publisher.excludeHeader(HeadersToAdd.values());
        publisher.setHeadersFunction(TriggerLetters::describe);
        publisher.setFailIfSendResultIsError(true);
    }

    @Override
    public void accept(ConsumerRecord<?, ?> record, Exception failure) {
        LOG.atWarn()
                .addKeyValue("topic", record.topic())
                .addKeyValue("partition", record.partition())
                .addKeyValue("offset", record.offset())
                .log("a bad trigger goes to the dead letters: {}", reason(failure));
        if (size(record) <= largest) {
            publisher.accept(record, failure);
        } else {
            // What was compressed may be larger than a topic takes: better a letter without its contents than a
            // partition that stands still.
            String reason = reason(failure)
                    + "; it is too large to be kept here, and stays where it was as long as that topic keeps it";
            publisher.accept(withoutValue(record), new BadTriggerException(reason));
        }
    }

    private static Headers describe(ConsumerRecord<?, ?> record, Exception failure) {
        Headers headers = new RecordHeaders();
        DeadLetters.describe(headers, record.topic(), record.partition(), record.offset(), reason(failure));
        return headers;
    }

    private static String reason(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof BadTriggerException) {
                return shortened(String.valueOf(cause.getMessage()));
            }
        }
        return shortened(String.valueOf(failure.getMessage()));
    }

    private static String shortened(String reason) {
        return reason.length() <= LONGEST_REASON ? reason : reason.substring(0, LONGEST_REASON) + "…";
    }

    private static long size(ConsumerRecord<?, ?> record) {
        long headers = 0;
        for (Header each : record.headers()) {
            headers += each.key().length() + (each.value() == null ? 0 : each.value().length);
        }
        return headers + Math.max(0, record.serializedKeySize()) + Math.max(0, record.serializedValueSize());
    }

    private static ConsumerRecord<?, ?> withoutValue(ConsumerRecord<?, ?> record) {
        return new ConsumerRecord<>(record.topic(), record.partition(), record.offset(), record.key(), null);
    }

    @Override
    public void close() {
        producers.destroy();
    }
}

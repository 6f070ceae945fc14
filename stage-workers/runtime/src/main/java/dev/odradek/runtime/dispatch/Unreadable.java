package dev.odradek.runtime.dispatch;

import dev.odradek.topics.TopicPlan;
import dev.odradek.topics.event.DispatchRecord;
import dev.odradek.topics.format.Formats;
import dev.odradek.topics.format.UnreadableException;
import dev.odradek.topics.route.DeadLetters;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads dispatches and sends what is none to the dead letters, so that the queue goes on. */
public final class Unreadable {
    private static final Logger LOG = LoggerFactory.getLogger(Unreadable.class);

    private final TopicPlan plan;
    private final Producer<byte[], byte[]> producer;

    public Unreadable(TopicPlan plan, Producer<byte[], byte[]> producer) {
        this.plan = plan;
        this.producer = producer;
    }

    Optional<DispatchRecord> read(ConsumerRecord<byte[], byte[]> record) {
        try {
            return Optional.of(Formats.DISPATCHES.read(record.value() == null ? new byte[0] : record.value()));
        } catch (UnreadableException e) {
            LOG.atWarn()
                    .addKeyValue("topic", record.topic())
                    .addKeyValue("partition", record.partition())
                    .addKeyValue("offset", record.offset())
                    .log("an unreadable dispatch goes to the dead letters: {}", e.getMessage());
            deadLetter(record, String.valueOf(e.getMessage()));
            return Optional.empty();
        }
    }

    private void deadLetter(ConsumerRecord<byte[], byte[]> record, String reason) {
        ProducerRecord<byte[], byte[]> letter =
                new ProducerRecord<>(plan.deadLetters(), null, record.key(), record.value());
        record.headers().forEach(letter.headers()::add);
        DeadLetters.describe(letter.headers(), record.topic(), record.partition(), record.offset(), reason);
        producer.send(letter, (metadata, failure) -> {
            if (failure != null) {
                LOG.atWarn().setCause(failure).log("a dead letter was not written");
            }
        });
    }
}

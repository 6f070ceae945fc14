package dev.odradek.statestore.stream;

import dev.odradek.topics.TopicPlan;
import java.time.Duration;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.streams.processor.internals.DefaultKafkaClientSupplier;

/** Kafka's clients as Streams has them, except that a thread's sends leave when it looks for commands or finds none. */
public final class HoldingClients extends DefaultKafkaClientSupplier {
    /** About twice as long as an item at rest takes from one command to the next. */
    private static final Duration PAUSE = Duration.ofMillis(5);

    private final TopicPlan plan;

    public HoldingClients(TopicPlan plan) {
        this.plan = plan;
    }

    @Override
    public Producer<byte[], byte[]> getProducer(Map<String, Object> config) {
        return new HoldingProducer(config, plan::isReadAtOnce, plan.answers()::equals);
    }

    @Override
    public Consumer<byte[], byte[]> getConsumer(Map<String, Object> config) {
        return new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer()) {
            @Override
            public ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
                HoldingProducer.releaseCurrent();
                boolean waits = HoldingProducer.currentHolds() && timeout.compareTo(PAUSE) > 0;
                ConsumerRecords<byte[], byte[]> records = super.poll(waits ? PAUSE : timeout);
                if (records.isEmpty()) {
                    HoldingProducer.releaseAllOfCurrent();
                }
                return records;
            }
        };
    }
}

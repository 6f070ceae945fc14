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

/** Kafka's clients as Streams has them, except that a thread's sends leave when it next looks for commands. */
public final class HoldingClients extends DefaultKafkaClientSupplier {
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
                ConsumerRecords<byte[], byte[]> records = super.poll(timeout);
                if (records.isEmpty()) {
                    HoldingProducer.releaseAllOfCurrent();
                }
                return records;
            }
        };
    }
}

package dev.odradek.localcluster.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The broker's clock, not the client's, stamps a topic that asks for it. */
interface AppendTimeContract {
    BrokerUnderTest broker();

    @Test
    @DisplayName("append time: a topic with LogAppendTime overrides the client's timestamp")
    default void brokerStampsTheRecord() {
        Clients clients = new Clients(broker().bootstrapServers());
        String topic = clients.topic(Map.of("message.timestamp.type", "LogAppendTime"));
        long before = System.currentTimeMillis();

        try (Producer<String, String> producer = clients.producer(Map.of())) {
            producer.send(new ProducerRecord<>(topic, 0, 1_000L, "k", "v"));
            producer.flush();
        }

        ConsumerRecord<String, String> record =
                clients.read(topic, "read_committed", 1).get(0);
        assertThat(record.timestampType()).isEqualTo(TimestampType.LOG_APPEND_TIME);
        assertThat(record.timestamp()).isBetween(before - 60_000, System.currentTimeMillis() + 60_000);
    }

    @Test
    @DisplayName("append time: a topic without it keeps the client's timestamp")
    default void otherTopicsKeepTheClientsTime() {
        Clients clients = new Clients(broker().bootstrapServers());
        String topic = clients.topic(Map.of());

        try (Producer<String, String> producer = clients.producer(Map.of())) {
            producer.send(new ProducerRecord<>(topic, 0, 1_000L, "k", "v"));
            producer.flush();
        }

        assertThat(clients.read(topic, "read_committed", 1).get(0).timestamp()).isEqualTo(1_000L);
    }
}

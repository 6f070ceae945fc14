package dev.odradek.localcluster.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A transaction's records and offsets appear together or not at all. */
interface ExactlyOnceContract {
    BrokerUnderTest broker();

    @Test
    @DisplayName("exactly-once: an aborted read-process-write is done again and seen once by committed readers")
    default void abortedIsRepeatedAndSeenOnce() {
        Clients clients = new Clients(broker().bootstrapServers());
        String in = clients.topic(Map.of());
        String out = clients.topic(Map.of());
        String group = Clients.unique("group");
        clients.send(in, "a", "b");

        try (Producer<String, String> producer = clients.transactional(Clients.unique("tx"))) {
            process(clients, producer, group, in, out, false);
            process(clients, producer, group, in, out, true);
        }

        assertThat(values(clients.read(out, "read_uncommitted", 4))).containsExactly("a!", "b!", "a!", "b!");
        assertThat(values(clients.read(out, "read_committed", 2))).containsExactly("a!", "b!");
        assertThat(committed(clients, group, in)).isEqualTo(2);
    }

    private static void process(
            Clients clients, Producer<String, String> producer, String group, String in, String out, boolean commit) {
        try (Consumer<String, String> consumer = clients.consumer(group, Map.of())) {
            consumer.subscribe(List.of(in));
            List<ConsumerRecord<String, String>> records = Clients.poll(consumer, 2);
            producer.beginTransaction();
            records.forEach(record -> producer.send(new ProducerRecord<>(out, record.value() + "!")));
            producer.flush();
            producer.sendOffsetsToTransaction(
                    Map.of(new TopicPartition(in, 0), new OffsetAndMetadata(records.size())), consumer.groupMetadata());
            if (commit) producer.commitTransaction();
            else producer.abortTransaction();
        }
    }

    static long committed(Clients clients, String group, String topic) {
        TopicPartition partition = new TopicPartition(topic, 0);
        try (Consumer<String, String> consumer = clients.consumer(group, Map.of())) {
            OffsetAndMetadata offset =
                    consumer.committed(java.util.Set.of(partition)).get(partition);
            return offset == null ? -1 : offset.offset();
        }
    }

    static List<String> values(List<ConsumerRecord<String, String>> records) {
        return records.stream().map(ConsumerRecord::value).toList();
    }
}

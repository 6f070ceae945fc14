package dev.odradek.localcluster.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What was acknowledged before a restart is there after it. */
interface RestartContract {
    BrokerUnderTest broker();

    @Test
    @DisplayName("restart: records, committed offsets and the outcome of transactions survive")
    default void everythingSurvives() {
        Clients before = new Clients(broker().bootstrapServers());
        String topic = before.topic(Map.of());
        String group = Clients.unique("group");
        try (Producer<String, String> producer = before.transactional(Clients.unique("tx"))) {
            write(producer, topic, "aborted", false);
            write(producer, topic, "committed", true);
        }
        try (Consumer<String, String> consumer = before.consumer(group, Map.of())) {
            consumer.commitSync(Map.of(new TopicPartition(topic, 0), new OffsetAndMetadata(3)));
        }

        broker().restart();

        Clients after = new Clients(broker().bootstrapServers());
        assertThat(ExactlyOnceContract.values(after.read(topic, "read_committed", 1)))
                .containsExactly("committed");
        assertThat(ExactlyOnceContract.values(after.read(topic, "read_uncommitted", 2)))
                .containsExactly("aborted", "committed");
        assertThat(ExactlyOnceContract.committed(after, group, topic)).isEqualTo(3);
    }

    @Test
    @DisplayName("restart: a transactional id still fences the producer of before")
    default void fencingSurvives() {
        Clients before = new Clients(broker().bootstrapServers());
        String topic = before.topic(Map.of());
        String id = Clients.unique("tx");
        try (Producer<String, String> producer = before.transactional(id)) {
            producer.beginTransaction();
            producer.send(new ProducerRecord<>(topic, "left open"));
            producer.flush();
            broker().restart();

            try (Producer<String, String> newer = new Clients(broker().bootstrapServers()).transactional(id)) {
                write(newer, topic, "newer", true);
            }

            assertThatThrownBy(producer::commitTransaction)
                    .isInstanceOfAny(ProducerFencedException.class, InvalidProducerEpochException.class);
        }

        Clients after = new Clients(broker().bootstrapServers());
        assertThat(ExactlyOnceContract.values(after.read(topic, "read_committed", 1)))
                .containsExactly("newer");
    }

    private static void write(Producer<String, String> producer, String topic, String value, boolean commit) {
        producer.beginTransaction();
        producer.send(new ProducerRecord<>(topic, value));
        producer.flush();
        if (commit) producer.commitTransaction();
        else producer.abortTransaction();
    }
}

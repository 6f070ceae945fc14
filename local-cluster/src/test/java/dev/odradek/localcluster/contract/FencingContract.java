package dev.odradek.localcluster.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Of two producers with one transactional id only the later is listened to. */
interface FencingContract {
    BrokerUnderTest broker();

    @Test
    @DisplayName("fencing: an older producer with the same transactional id cannot commit")
    default void olderProducerIsFenced() {
        Clients clients = new Clients(broker().bootstrapServers());
        String topic = clients.topic(Map.of());
        String id = Clients.unique("tx");

        try (Producer<String, String> older = clients.transactional(id)) {
            older.beginTransaction();
            older.send(new ProducerRecord<>(topic, "older"));
            older.flush();

            try (Producer<String, String> newer = clients.transactional(id)) {
                newer.beginTransaction();
                newer.send(new ProducerRecord<>(topic, "newer"));
                newer.commitTransaction();
            }

            assertThatThrownBy(older::commitTransaction)
                    .isInstanceOfAny(ProducerFencedException.class, InvalidProducerEpochException.class);
        }
        assertThat(ExactlyOnceContract.values(clients.read(topic, "read_committed", 1)))
                .containsExactly("newer");
    }
}

package dev.odradek.localcluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.odradek.localcluster.contract.Clients;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("A broker in a process of its own")
class BrokerProcessIT {
    @TempDir
    Path dir;

    @Test
    @DisplayName("killed with SIGKILL comes back on the same port with every acknowledged record")
    void killedAndRestarted() {
        try (BrokerProcess broker = BrokerProcess.start(BrokerConfig.in(dir.resolve("data")), dir.resolve("out"))) {
            Clients clients = new Clients(broker.bootstrapServers());
            String topic = clients.topic(Map.of());
            String[] values =
                    IntStream.range(0, 500).mapToObj(Integer::toString).toArray(String[]::new);
            clients.send(topic, values);

            broker.kill();
            assertThat(broker.isAlive()).isFalse();
            broker.restart();

            assertThat(clients.read(topic, "read_committed", values.length))
                    .extracting(ConsumerRecord::value)
                    .containsExactly(values);
        }
    }

    @Test
    @DisplayName("killed amid a transaction aborts it after the restart: nobody ever reads it, nobody waits for it")
    void killedAmidATransaction() {
        try (BrokerProcess broker = BrokerProcess.start(BrokerConfig.in(dir.resolve("data")), dir.resolve("out"))) {
            Clients clients = new Clients(broker.bootstrapServers());
            String topic = clients.topic(Map.of());
            // It has run out when the broker is back, and is aborted as early as can be.
            Map<String, String> brief = Map.of("transactional.id", "brief", "transaction.timeout.ms", "1000");
            try (Producer<String, String> producer = clients.producer(brief)) {
                producer.initTransactions();
                producer.beginTransaction();
                producer.send(new ProducerRecord<>(topic, "aborted"));
                producer.flush();
                broker.kill();
                broker.restart();
                clients.send(topic, "after");

                assertThat(clients.read(topic, "read_committed", 1))
                        .extracting(ConsumerRecord::value)
                        .containsExactly("after");
            }
        }
    }

    @Test
    @DisplayName("frozen acknowledges nothing, and thawed acknowledges what was sent meanwhile")
    void frozenAndThawed() {
        try (BrokerProcess broker = BrokerProcess.start(BrokerConfig.in(dir.resolve("data")), dir.resolve("out"))) {
            Clients clients = new Clients(broker.bootstrapServers());
            String topic = clients.topic(Map.of());
            try (Producer<String, String> producer = clients.producer(Map.of())) {
                producer.send(new ProducerRecord<>(topic, "before"));
                producer.flush();

                broker.freeze();
                List<Future<RecordMetadata>> sent = new ArrayList<>();
                sent.add(producer.send(new ProducerRecord<>(topic, "meanwhile")));
                await().during(Duration.ofMillis(500))
                        .atMost(Duration.ofSeconds(2))
                        .until(() -> !sent.get(0).isDone());
                broker.thaw();

                await().atMost(Duration.ofSeconds(20)).until(() -> sent.get(0).isDone());
            }
            assertThat(clients.read(topic, "read_committed", 2))
                    .extracting(ConsumerRecord::value)
                    .containsExactly("before", "meanwhile");
        }
    }
}

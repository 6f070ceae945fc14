package dev.odradek.localcluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.odradek.localcluster.contract.Clients;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Future;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("A broker behind the fault proxy")
class FaultProxyIT {
    @TempDir
    static Path dir;

    private static FaultProxy proxy;
    private static EmbeddedBroker broker;
    private Producer<String, String> producer;
    private String topic;
    private Clients clients;

    @BeforeAll
    static void start() {
        proxy = FaultProxy.listen();
        broker = EmbeddedBroker.start(BrokerConfig.in(dir).advertisedAs(proxy.address()));
        proxy.forwardTo("127.0.0.1", broker.port());
    }

    @AfterAll
    static void stop() {
        broker.close();
        proxy.close();
    }

    @BeforeEach
    void connect() throws Exception {
        clients = new Clients(broker.bootstrapServers());
        topic = clients.topic(Map.of());
        producer = clients.producer(Map.of("linger.ms", "0"));
        send("first").get();
    }

    @AfterEach
    void disconnect() {
        proxy.heal();
        producer.close();
    }

    @Test
    @DisplayName("is reached through it")
    void reachedThroughTheProxy() {
        assertThat(broker.bootstrapServers()).isEqualTo("127.0.0.1:" + proxy.port());
        assertThat(proxy.port()).isNotEqualTo(broker.port());
    }

    @Test
    @DisplayName("acknowledges nothing in a black hole, and everything once after healing")
    void blackHoleThenHeal() {
        proxy.blackHole();
        Future<RecordMetadata> held = send("held");
        await().during(Duration.ofMillis(500)).atMost(Duration.ofSeconds(2)).until(() -> !held.isDone());

        proxy.heal();

        await().atMost(Duration.ofSeconds(20)).until(held::isDone);
        assertThat(clients.read(topic, "read_committed", 2))
                .extracting(ConsumerRecord::value)
                .containsExactly("first", "held");
    }

    @Test
    @DisplayName("is out of reach when cut, and reached again after healing")
    void cutThenHeal() {
        proxy.cut();
        Future<RecordMetadata> retried = send("retried");
        await().during(Duration.ofMillis(500)).atMost(Duration.ofSeconds(2)).until(() -> !retried.isDone());

        proxy.heal();

        await().atMost(Duration.ofSeconds(20)).until(retried::isDone);
        assertThat(clients.read(topic, "read_committed", 2))
                .extracting(ConsumerRecord::value)
                .containsExactly("first", "retried");
    }

    @Test
    @DisplayName("answers later by the latency of both ways")
    void latency() throws Exception {
        proxy.delay(Duration.ofMillis(150));
        long start = System.nanoTime();

        send("late").get();

        assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThanOrEqualTo(Duration.ofMillis(300));
    }

    private Future<RecordMetadata> send(String value) {
        return producer.send(new ProducerRecord<>(topic, value));
    }
}

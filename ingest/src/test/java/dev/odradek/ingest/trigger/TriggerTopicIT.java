package dev.odradek.ingest.trigger;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.odradek.ingest.IngestRig;
import dev.odradek.topics.event.Event;
import dev.odradek.topics.event.EventRecord;
import dev.odradek.topics.route.DeadLetters;
import dev.odradek.topics.route.Ids;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("Triggers that are written straight to Kafka")
class TriggerTopicIT {
    @TempDir
    static Path dir;

    private static IngestRig rig;
    private static KafkaProducer<byte[], byte[]> producer;

    @BeforeAll
    static void start() {
        rig = IngestRig.start(dir);
        rig.define("task.yaml");
        Map<String, Object> properties = rig.connection().clientProperties();
        // What is compressed may be larger than any topic would take as it is.
        properties.put("compression.type", "gzip");
        properties.put("max.request.size", 4 << 20);
        producer = new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer());
    }

    @AfterAll
    static void stop() throws Exception {
        producer.close();
        rig.close();
    }

    @Test
    @DisplayName("X10 bad records go to the dead letters with a reason, and the partition goes on")
    void badRecords() {
        Map<String, String> bad = Map.ofEntries(
                Map.entry("no json", "the value must be JSON"),
                Map.entry("", "JSON object"),
                Map.entry("[1]", "JSON object"),
                Map.entry("{}", "machine must name"),
                Map.entry("{\"machine\":5}", "bad_request: machine"),
                Map.entry("{\"machine\":\"task\",\"colour\":\"red\"}", "colour"),
                Map.entry("{\"machine\":\"task\",\"tenant\":\"a/b\"}", "tenant must hold"),
                Map.entry("{\"machine\":\"task\",\"delay_ms\":-5}", "delay_ms"),
                Map.entry("{\"machine\":\"task\",\"payload\":{\"big\":\"" + "x".repeat(70_000) + "\"}}", "too_large"),
                Map.entry("{\"machine\":\"task\",\"payload\":{\"huge\":\"" + "x".repeat(900_000) + "\"}}", "too_large"),
                Map.entry("{\"machine\":\"nobody-has-defined-it\"}", "unknown_machine"));
        send(0, "{\"machine\":\"task\",\"idempotency_key\":\"before\"}");
        bad.keySet().forEach(value -> send(0, value));
        producer.send(new ProducerRecord<>(topic(), 0, null, null));

        send(0, "{\"machine\":\"task\",\"idempotency_key\":\"after\",\"payload\":{\"n\":1}}");

        awaitCreated(Ids.forKey(IngestRig.TENANT, "before"), 1);
        awaitCreated(Ids.forKey(IngestRig.TENANT, "after"), 1);
        Awaitility.await().untilAsserted(() -> {
            var letters = Records.of(rig.connection(), rig.connection().plan().deadLetters());
            assertThat(letters).hasSize(bad.size() + 1).allSatisfy(letter -> {
                Map<String, String> headers = Records.headers(letter);
                assertThat(headers)
                        .containsEntry(DeadLetters.TOPIC, topic())
                        .containsEntry(DeadLetters.PARTITION, "0")
                        .containsKey(DeadLetters.OFFSET);
                String value = letter.value() == null ? "" : new String(letter.value(), UTF_8);
                assertThat(headers.get(DeadLetters.REASON))
                        .contains(value.isEmpty() ? "" : bad.get(value))
                        .isNotBlank();
                assertThat(headers.keySet()).noneMatch(name -> name.startsWith("kafka_"));
            });
        });
    }

    @Test
    @DisplayName("X10 a record that is read twice creates nothing twice, with or without a key of its own")
    void redelivery() throws Exception {
        RecordMetadata plain = send(1, "{\"machine\":\"task\",\"payload\":{\"mark\":\"plain\"}}");
        send(1, "{\"machine\":\"task\",\"payload\":{\"mark\":\"keyed\"},\"idempotency_key\":\"own\"}");
        cloudEvent("urn:shop", "order-7", "{\"machine\":\"task\",\"payload\":{\"mark\":\"cloud\"}}");
        cloudEvent("urn:shop", "order-7", "{\"machine\":\"task\",\"payload\":{\"mark\":\"cloud\"}}");
        cloudEvent("urn:other", "order-7", "{\"machine\":\"task\",\"payload\":{\"mark\":\"cloud\"}}");
        Awaitility.await().untilAsserted(() -> {
            assertThat(marked("plain")).hasSize(1);
            assertThat(marked("keyed")).hasSize(1);
            assertThat(marked("cloud")).hasSize(2);
        });

        rereadFrom(plain);
        send(1, "{\"machine\":\"task\",\"payload\":{\"mark\":\"last\"}}");

        Awaitility.await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> {
            assertThat(marked("last")).hasSize(1);
            // Read again: the commands stand twice in the log.
            assertThat(Records.commands(rig.connection()).stream()
                            .filter(record -> record.command().toString().contains("plain")))
                    .hasSize(2);
        });
        assertThat(marked("plain")).hasSize(1);
        assertThat(marked("keyed")).hasSize(1);
        assertThat(marked("cloud")).hasSize(2);
    }

    @Test
    @DisplayName("X10 while core and broker are away nothing is lost, and only what is bad goes to the dead letters")
    void coreAway() {
        int letters = Records.of(rig.connection(), rig.connection().plan().deadLetters())
                .size();
        rig.stopStateStore();
        // Nobody decides: a machine that has not been heard of cannot be asked about, and waits.
        send(1, "{\"machine\":\"task\",\"tenant\":\"else\",\"payload\":{\"mark\":\"patient\"}}");
        IntStream.range(0, 20).forEach(n -> send(1, "{\"machine\":\"task\",\"payload\":{\"mark\":\"many\"}}"));
        rig.proxy().cut();
        rig.proxy().heal();
        rig.startStateStore();

        Awaitility.await().atMost(Duration.ofSeconds(60)).untilAsserted(() -> {
            assertThat(marked("many")).hasSize(20);
            // The other tenant has no such machine, which can be said only now.
            assertThat(Records.of(rig.connection(), rig.connection().plan().deadLetters()))
                    .hasSize(letters + 1);
        });
    }

    private static List<EventRecord> marked(String mark) {
        return Records.created(rig.connection()).stream()
                .filter(fact -> fact.event() instanceof Event.Created created
                        && created.payload().path("mark").asString("").equals(mark))
                .toList();
    }

    private static void awaitCreated(String id, int times) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(Records.created(rig.connection()))
                        .filteredOn(fact -> fact.entityId().equals(id))
                        .hasSize(times));
    }

    /** As after a rebalance whose commit was lost. */
    private static void rereadFrom(RecordMetadata record) throws Exception {
        rig.stopIngest();
        String group = rig.connection().plan().prefix() + "triggers";
        TopicPartition partition = new TopicPartition(topic(), record.partition());
        try (Admin admin = Admin.create(rig.connection().clientProperties())) {
            Awaitility.await()
                    .ignoreExceptions()
                    .untilAsserted(() -> admin.alterConsumerGroupOffsets(
                                    group, Map.of(partition, new OffsetAndMetadata(record.offset())))
                            .all()
                            .get());
        }
        rig.anotherIngest(Map.of());
    }

    private static void cloudEvent(String source, String id, String value) {
        ProducerRecord<byte[], byte[]> record = new ProducerRecord<>(topic(), 1, null, value.getBytes(UTF_8));
        record.headers().add("ce_specversion", "1.0".getBytes(UTF_8));
        record.headers().add("ce_id", id.getBytes(UTF_8));
        record.headers().add("ce_source", source.getBytes(UTF_8));
        record.headers().add("ce_type", "shop.order".getBytes(UTF_8));
        producer.send(record);
    }

    private static RecordMetadata send(int partition, String value) {
        try {
            return producer.send(new ProducerRecord<>(topic(), partition, null, value.getBytes(UTF_8)))
                    .get(30, TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new AssertionError("the trigger was not written", e);
        }
    }

    private static String topic() {
        return rig.connection().plan().triggers();
    }
}

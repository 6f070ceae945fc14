package dev.odradek.statestore.stream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.odradek.localcluster.BrokerConfig;
import dev.odradek.localcluster.EmbeddedBroker;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is held leaves with its transaction, in order, and never without it; what is read at once, beside it. */
class HoldingProducerIT {
    private static final String TOPIC = "held";
    private static final String AT_ONCE = "at-once";
    private static final String ANSWERS = "answers";
    private static final String CHANGELOG = "rows-changelog";

    @TempDir
    static Path dir;

    private static EmbeddedBroker broker;

    @BeforeAll
    static void start() throws Exception {
        broker = EmbeddedBroker.start(BrokerConfig.in(dir));
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
            admin.createTopics(List.of(
                            new NewTopic(TOPIC, 1, (short) 1),
                            new NewTopic(AT_ONCE, 1, (short) 1),
                            new NewTopic(ANSWERS, 1, (short) 1),
                            new NewTopic(CHANGELOG, 1, (short) 1)))
                    .all()
                    .get();
        }
    }

    @AfterAll
    static void stop() {
        broker.close();
    }

    @Test
    @DisplayName("a commit takes along what is held, in the order it was sent")
    void commit() throws Exception {
        try (HoldingProducer producer = producer("commit")) {
            producer.initTransactions();
            producer.beginTransaction();
            List<Future<RecordMetadata>> sent = new ArrayList<>();
            for (int i = 0; i < 700; i++) {
                sent.add(producer.send(record("n" + i), null));
            }
            producer.commitTransaction();

            long before = -1;
            for (Future<RecordMetadata> each : sent) {
                assertThat(each).isDone();
                assertThat(each.get().offset()).isGreaterThan(before);
                before = each.get().offset();
            }
        }
    }

    @Test
    @DisplayName("a flush waits for nothing, for the commit after it waits for everything")
    void flush() throws Exception {
        try (HoldingProducer producer = producer("flush")) {
            producer.initTransactions();
            producer.beginTransaction();
            Future<RecordMetadata> sent = producer.send(record("flushed"), null);
            producer.flush();
            assertThat(sent).isNotDone();

            producer.commitTransaction();

            assertThat(sent.get().hasOffset()).isTrue();
        }
    }

    @Test
    @DisplayName("the thread's next poll lets go what others wait for, and one that finds nothing to decide the rest")
    void poll() throws Exception {
        try (HoldingProducer producer = producer("poll")) {
            producer.initTransactions();
            // So that no connection has to be made while something is held.
            producer.beginTransaction();
            producer.send(record("first"), null);
            producer.send(record(AT_ONCE, "first"), null);
            producer.commitTransaction();
            producer.beginTransaction();
            Future<RecordMetadata> unhurried = producer.send(record("one"), null);
            Future<RecordMetadata> awaited = producer.send(record(AT_ONCE, "two"), null);

            HoldingProducer.releaseCurrent();

            assertThat(awaited.get().hasOffset()).isTrue();
            assertThat(unhurried).isNotDone();

            HoldingProducer.releaseAllOfCurrent();

            assertThat(unhurried.get().hasOffset()).isTrue();
            producer.abortTransaction();
        }
    }

    @Test
    @DisplayName("with an answer leaves what it rests on")
    void answer() throws Exception {
        try (HoldingProducer producer = producer("answer")) {
            producer.initTransactions();
            producer.beginTransaction();
            Future<RecordMetadata> fact = producer.send(record("fact"), null);
            producer.send(record(ANSWERS, "answer"), null);

            HoldingProducer.releaseCurrent();

            assertThat(fact.get().hasOffset()).isTrue();
            producer.abortTransaction();
        }
    }

    @Test
    @DisplayName("an abort forgets what is held, and the next transaction does not bring it")
    void abort() throws Exception {
        try (HoldingProducer producer = producer("abort")) {
            producer.initTransactions();
            producer.beginTransaction();
            Future<RecordMetadata> forgotten = producer.send(record("forgotten"), null);
            HoldingProducer.releaseCurrent();
            producer.abortTransaction();
            producer.beginTransaction();
            producer.send(record("kept"), null);
            producer.commitTransaction();

            assertThat(forgotten).isNotDone();
        }
    }

    @Test
    @DisplayName("what cannot be sent is told to its callback, and the others leave")
    void failure() throws Exception {
        List<Exception> failures = new ArrayList<>();
        try (HoldingProducer producer = producer("failure")) {
            producer.initTransactions();
            producer.beginTransaction();
            producer.send(record("x".repeat(2 << 20)), (metadata, failure) -> failures.add(failure));
            Future<RecordMetadata> other = producer.send(record("fits"), null);
            HoldingProducer.releaseAllOfCurrent();

            assertThat(failures).singleElement().isInstanceOf(RecordTooLargeException.class);
            assertThat(other).isNotNull();
            producer.abortTransaction();
        }
    }

    @Test
    @DisplayName("of a success Streams hears on its changelogs only, whose offsets it notes")
    void changelogs() throws Exception {
        List<String> told = new ArrayList<>();
        try (HoldingProducer producer = producer("changelogs")) {
            producer.initTransactions();
            producer.beginTransaction();
            producer.send(record("sink"), (metadata, failure) -> told.add("sink"));
            producer.send(record(CHANGELOG, "row"), (metadata, failure) -> told.add("row at " + metadata.offset()));
            producer.commitTransaction();
        }

        assertThat(told).containsExactly("row at 0");
    }

    @Test
    @DisplayName("what is read at once leaves beside the transaction: an abort does not take it back")
    void beside() throws Exception {
        try (HoldingProducer producer = producer("beside")) {
            producer.initTransactions();
            producer.beginTransaction();
            Future<RecordMetadata> within = producer.send(record("within"), null);
            Future<RecordMetadata> beside = producer.send(record(AT_ONCE, "beside"), null);
            HoldingProducer.releaseAllOfCurrent();
            long last = beside.get().offset();
            within.get();
            producer.abortTransaction();

            assertThat(committed(AT_ONCE, last)).containsExactly("beside");
        }
    }

    @Test
    @DisplayName("a commit waits for what left beside it, and fails if that did not arrive")
    void besideLost() throws Exception {
        try (HoldingProducer producer = producer("beside-lost")) {
            producer.initTransactions();
            producer.beginTransaction();
            Future<RecordMetadata> lost = producer.send(record(AT_ONCE, "x".repeat(2 << 20)), null);

            assertThatThrownBy(producer::commitTransaction).hasCauseInstanceOf(RecordTooLargeException.class);
            assertThatThrownBy(lost::get).hasCauseInstanceOf(RecordTooLargeException.class);
            assertThatThrownBy(producer::commitTransaction).hasCauseInstanceOf(RecordTooLargeException.class);

            producer.abortTransaction();
            producer.beginTransaction();
            Future<RecordMetadata> next = producer.send(record(AT_ONCE, "next"), null);
            producer.commitTransaction();
            assertThat(next).isDone();
        }
    }

    @Test
    @DisplayName("what is in no hurry keeps its order, whether it leaves late or with a flood")
    void unhurriedInOrder() throws Exception {
        inOrder("unhurried", TOPIC);
    }

    @Test
    @DisplayName("what is read at once keeps its order, whichever way it leaves")
    void inOrder() throws Exception {
        inOrder("in-order", AT_ONCE);
    }

    private static void inOrder(String id, String topic) throws Exception {
        try (HoldingProducer producer = producer(id)) {
            producer.initTransactions();
            List<Future<RecordMetadata>> sent = new ArrayList<>();
            for (int transaction = 0; transaction < 5; transaction++) {
                producer.beginTransaction();
                for (int burst : new int[] {3, 5, 300, 2, 200, 1}) {
                    for (int i = 0; i < burst; i++) {
                        sent.add(producer.send(record(topic, "n" + sent.size()), null));
                    }
                    HoldingProducer.releaseCurrent();
                }
                producer.commitTransaction();
            }

            long before = -1;
            for (Future<RecordMetadata> each : sent) {
                assertThat(each.get().offset()).isGreaterThan(before);
                before = each.get().offset();
            }
        }
    }

    private static List<String> committed(String topic, long from) {
        Map<String, Object> config = Map.of(
                "bootstrap.servers",
                broker.bootstrapServers(),
                "isolation.level",
                "read_committed",
                "key.deserializer",
                ByteArrayDeserializer.class,
                "value.deserializer",
                StringDeserializer.class);
        try (KafkaConsumer<byte[], String> consumer = new KafkaConsumer<>(config)) {
            TopicPartition only = new TopicPartition(topic, 0);
            consumer.assign(List.of(only));
            consumer.seek(only, from);
            List<String> values = new ArrayList<>();
            consumer.poll(Duration.ofSeconds(10)).forEach(record -> values.add(record.value()));
            return values;
        }
    }

    private static ProducerRecord<byte[], byte[]> record(String value) {
        return record(TOPIC, value);
    }

    private static ProducerRecord<byte[], byte[]> record(String topic, String value) {
        return new ProducerRecord<>(topic, 0, null, value.getBytes(UTF_8));
    }

    private static HoldingProducer producer(String id) {
        Map<String, Object> config = new HashMap<>();
        config.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, broker.bootstrapServers());
        config.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, id);
        return new HoldingProducer(config, topic -> topic.equals(AT_ONCE) || topic.equals(ANSWERS), ANSWERS::equals);
    }
}

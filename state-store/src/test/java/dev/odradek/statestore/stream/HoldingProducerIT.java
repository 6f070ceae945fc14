package dev.odradek.statestore.stream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.odradek.localcluster.BrokerConfig;
import dev.odradek.localcluster.EmbeddedBroker;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is held leaves with its transaction, in order, and never without it. */
class HoldingProducerIT {
    private static final String TOPIC = "held";

    @TempDir
    static Path dir;

    private static EmbeddedBroker broker;

    @BeforeAll
    static void start() throws Exception {
        broker = EmbeddedBroker.start(BrokerConfig.in(dir));
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
            admin.createTopics(List.of(new NewTopic(TOPIC, 1, (short) 1))).all().get();
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
    @DisplayName("the thread's next poll lets go what it holds")
    void poll() throws Exception {
        try (HoldingProducer producer = producer("poll")) {
            producer.initTransactions();
            producer.beginTransaction();
            Future<RecordMetadata> sent = producer.send(record("one"), null);

            HoldingProducer.releaseCurrent();

            assertThat(sent.get().hasOffset()).isTrue();
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
            HoldingProducer.releaseCurrent();

            assertThat(failures).singleElement().isInstanceOf(RecordTooLargeException.class);
            assertThat(other).isNotNull();
            producer.abortTransaction();
        }
    }

    private static ProducerRecord<byte[], byte[]> record(String value) {
        return new ProducerRecord<>(TOPIC, 0, null, value.getBytes(UTF_8));
    }

    private static HoldingProducer producer(String id) {
        Map<String, Object> config = new HashMap<>();
        config.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, broker.bootstrapServers());
        config.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, id);
        return new HoldingProducer(config);
    }
}

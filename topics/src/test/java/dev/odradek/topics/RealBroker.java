package dev.odradek.topics;

import dev.odradek.localcluster.BrokerConfig;
import dev.odradek.localcluster.EmbeddedBroker;
import dev.odradek.topics.route.Ids;
import dev.odradek.topics.settings.Connection;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.awaitility.Awaitility;
import org.awaitility.core.ThrowingRunnable;

/** One real broker for all tests of this JVM; each test has a prefix, and so topics, of its own. */
public final class RealBroker {
    private static final EmbeddedBroker BROKER = start();

    private RealBroker() {}

    /** A connection under a fresh prefix; its topics do not exist yet. */
    public static Connection connection() {
        return connection(64 * 1024);
    }

    public static Connection connection(int maxBytes) {
        String prefix = "t" + Ids.fresh().substring(0, 8) + ".";
        return new Connection(BROKER.bootstrapServers(), new TopicPlan(prefix, 3, 2, maxBytes), Map.of());
    }

    /** A connection whose fixed topics are there. */
    public static Connection withTopics() {
        Connection connection = connection();
        try (Admin admin = admin(connection)) {
            new TopicKeeper(admin).ensure(connection.plan().fixed());
        }
        return connection;
    }

    public static Admin admin(Connection connection) {
        return Admin.create(connection.clientProperties());
    }

    public static KafkaProducer<byte[], byte[]> producer(Connection connection, Map<String, String> more) {
        Map<String, Object> properties = new HashMap<>(connection.clientProperties());
        properties.putAll(more);
        return new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer());
    }

    public static long endOffset(Connection connection, String topic, int partition) {
        TopicPartition place = new TopicPartition(topic, partition);
        try (Admin admin = admin(connection)) {
            return admin.listOffsets(Map.of(place, OffsetSpec.latest()))
                    .partitionResult(place)
                    .get(20, TimeUnit.SECONDS)
                    .offset();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    public static void eventually(ThrowingRunnable assertion) {
        Awaitility.await()
                .pollInterval(Duration.ofMillis(50))
                .atMost(Duration.ofSeconds(20))
                .untilAsserted(assertion);
    }

    private static EmbeddedBroker start() {
        try {
            EmbeddedBroker broker =
                    EmbeddedBroker.start(BrokerConfig.in(Files.createTempDirectory("odradek-topics-it")));
            Runtime.getRuntime().addShutdownHook(new Thread(broker::close));
            return broker;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

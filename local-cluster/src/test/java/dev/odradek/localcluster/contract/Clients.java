package dev.odradek.localcluster.contract;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.KafkaShareConsumer;
import org.apache.kafka.clients.consumer.ShareConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** Kafka clients of a test, and topics no other test uses. */
public final class Clients {
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private final String bootstrap;

    public Clients(String bootstrap) {
        this.bootstrap = bootstrap;
    }

    public static String unique(String stem) {
        return stem + "-" + UUID.randomUUID();
    }

    public Admin admin() {
        return Admin.create(settings(Map.of()));
    }

    /** A topic of one partition that is ready to be written. */
    public String topic(Map<String, String> configs) {
        String name = unique("topic");
        try (Admin admin = admin()) {
            admin.createTopics(List.of(new NewTopic(name, 1, (short) 1).configs(configs)))
                    .all()
                    .get();
            await().atMost(LIMIT)
                    .ignoreExceptions()
                    .until(() -> admin.describeTopics(List.of(name))
                                    .allTopicNames()
                                    .get()
                                    .get(name)
                                    .partitions()
                                    .get(0)
                                    .leader()
                            != null);
            return name;
        } catch (InterruptedException | ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    public Producer<String, String> producer(Map<String, String> extra) {
        return new KafkaProducer<>(
                settings(with(extra, "acks", "all")), new StringSerializer(), new StringSerializer());
    }

    public Producer<String, String> transactional(String id) {
        Producer<String, String> producer = producer(Map.of("transactional.id", id, "transaction.timeout.ms", "10000"));
        producer.initTransactions();
        return producer;
    }

    public void send(String topic, String... values) {
        try (Producer<String, String> producer = producer(Map.of())) {
            for (String value : values) {
                producer.send(new ProducerRecord<>(topic, value));
            }
            producer.flush();
        }
    }

    public Consumer<String, String> consumer(String group, Map<String, String> extra) {
        Map<String, String> all = with(extra, "group.id", group);
        all.putIfAbsent("auto.offset.reset", "earliest");
        all.putIfAbsent("enable.auto.commit", "false");
        return new KafkaConsumer<>(settings(all), new StringDeserializer(), new StringDeserializer());
    }

    public ShareConsumer<String, String> shareConsumer(String group, Map<String, String> extra) {
        Map<String, String> all = with(extra, "group.id", group);
        all.put("share.acknowledgement.mode", "explicit");
        return new KafkaShareConsumer<>(settings(all), new StringDeserializer(), new StringDeserializer());
    }

    /** The first records of a topic by this isolation level; fails if there are not so many in time. */
    public List<ConsumerRecord<String, String>> read(String topic, String isolation, int count) {
        try (Consumer<String, String> consumer = consumer(unique("reader"), Map.of("isolation.level", isolation))) {
            consumer.subscribe(List.of(topic));
            return poll(consumer, count);
        }
    }

    public static List<ConsumerRecord<String, String>> poll(Consumer<String, String> consumer, int count) {
        List<ConsumerRecord<String, String>> records = new ArrayList<>();
        await().atMost(LIMIT).until(() -> {
            consumer.poll(Duration.ofMillis(100)).forEach(records::add);
            return records.size() >= count;
        });
        return records;
    }

    public static List<ConsumerRecord<String, String>> poll(ShareConsumer<String, String> consumer) {
        List<ConsumerRecord<String, String>> records = new ArrayList<>();
        await().atMost(LIMIT).until(() -> {
            consumer.poll(Duration.ofMillis(500)).forEach(records::add);
            return !records.isEmpty();
        });
        return records;
    }

    private Map<String, Object> settings(Map<String, String> extra) {
        Map<String, Object> all = new HashMap<>(extra);
        all.put("bootstrap.servers", bootstrap);
        return all;
    }

    private static Map<String, String> with(Map<String, String> extra, String key, String value) {
        Map<String, String> all = new HashMap<>(extra);
        all.put(key, value);
        return all;
    }
}

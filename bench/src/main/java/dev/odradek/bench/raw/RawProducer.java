package dev.odradek.bench.raw;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** One idempotent producer that waits for all acknowledgements, as fast as it can. */
final class RawProducer {
    static final int BYTES = 200;
    static final int PARTITIONS = 8;

    private static final String TOPIC = "bare";

    private RawProducer() {}

    public static void main(String[] args) throws Exception {
        int records = Integer.parseInt(args[1]);
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", args[0]))) {
            admin.createTopics(List.of(new NewTopic(TOPIC, Optional.of(PARTITIONS), Optional.of((short) 1))))
                    .all()
                    .get();
        }
        Map<String, Object> properties = Map.of(
                "bootstrap.servers",
                args[0],
                "acks",
                "all",
                "enable.idempotence",
                true,
                "linger.ms",
                5,
                "batch.size",
                64 * 1024);
        try (KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer())) {
            Warm.print(Duration.parse(args[2]), () -> round(producer, records));
        }
    }

    private static double round(KafkaProducer<byte[], byte[]> producer, int records) {
        byte[] value = new byte[BYTES];
        long start = System.nanoTime();
        for (int i = 0; i < records; i++) {
            var unused = producer.send(new ProducerRecord<>(TOPIC, i % PARTITIONS, null, value));
        }
        producer.flush();
        return records / ((System.nanoTime() - start) / 1e9);
    }
}

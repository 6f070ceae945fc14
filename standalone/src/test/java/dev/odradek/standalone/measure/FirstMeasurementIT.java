package dev.odradek.standalone.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Three stages beside the bare broker in one run; the figures are printed and go to docs/proofs. */
@Tag("full")
@Timeout(1200)
class FirstMeasurementIT {
    private static final int ITEMS = 5_000;
    private static final int MOST_ROUNDS = 8;

    @ParameterizedTest(name = "{0}: three stages beside the bare broker")
    @ValueSource(strings = {"confirmed", "eager"})
    void measures(String mode, @TempDir Path dir) throws Exception {
        try (ThreeStages stages = new ThreeStages(dir, mode)) {
            double before = 0;
            double now = stages.drain(ITEMS);
            for (int round = 1; round < MOST_ROUNDS && Math.abs(now - before) > 0.05 * now; round++) {
                before = now;
                now = stages.drain(ITEMS);
                System.out.printf("%s: warming up, %,.0f items/s%n", mode, now);
            }
            stages.paced(500);
            List<Double> paced = stages.paced(1_500);
            double bare = bareBroker(stages.bootstrap());

            System.out.printf(
                    "%s: %,.0f items/s drained; at 50 items/s p50 %.1f ms, p99 %.1f ms; bare broker %,.0f records/s%n",
                    mode, now, at(paced, 0.50), at(paced, 0.99), bare);
            assertThat(paced).as("every paced item came through").hasSize(1_500);
        }
    }

    private static double at(List<Double> sorted, double quantile) {
        return sorted.get((int) (sorted.size() * quantile));
    }

    /** Records of 200 bytes from one idempotent producer, the second of two runs. */
    private static double bareBroker(String bootstrap) throws Exception {
        int records = 500_000;
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrap))) {
            admin.createTopics(List.of(new NewTopic("bare", Optional.of(8), Optional.of((short) 1))))
                    .all()
                    .get();
        }
        Map<String, Object> properties = Map.of("bootstrap.servers", bootstrap, "acks", "all", "linger.ms", 5);
        double rate = 0;
        try (KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer())) {
            for (int run = 0; run < 2; run++) {
                long start = System.nanoTime();
                for (int i = 0; i < records; i++) {
                    producer.send(new ProducerRecord<>("bare", i % 8, null, new byte[200]));
                }
                producer.flush();
                rate = records / (Duration.ofNanos(System.nanoTime() - start).toMillis() / 1e3);
            }
        }
        return rate;
    }
}

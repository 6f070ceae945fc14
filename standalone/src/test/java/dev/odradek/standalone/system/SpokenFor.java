package dev.odradek.standalone.system;

import dev.odradek.topics.event.Heartbeat.Held;
import dev.odradek.topics.event.Heartbeat.Presence;
import dev.odradek.topics.event.HeartbeatRecord;
import dev.odradek.topics.format.Formats;
import dev.odradek.topics.route.Routing;
import dev.odradek.topics.settings.Connection;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Heartbeats in the name of an incarnation that holds the first epoch of some items, until it is closed. */
final class SpokenFor implements AutoCloseable {
    private final KafkaProducer<byte[], byte[]> producer;
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
    private final AtomicLong words = new AtomicLong();

    private SpokenFor(Connection connection) {
        this.producer = new KafkaProducer<>(
                connection.clientProperties(), new ByteArraySerializer(), new ByteArraySerializer());
    }

    static SpokenFor every(Duration pause, Connection connection, String incarnation, String axis, List<String> items) {
        Map<Integer, List<Held>> byPartition = items.stream()
                .collect(Collectors.groupingBy(
                        id -> Routing.partition(
                                Rig.TENANT, id, connection.plan().partitions()),
                        Collectors.mapping(id -> new Held(id, axis, 1, null, null), Collectors.toList())));
        SpokenFor voice = new SpokenFor(connection);
        Runnable beat = () -> byPartition.forEach((partition, held) -> {
            Presence presence = new Presence(incarnation, incarnation, held);
            byte[] value = Formats.HEARTBEATS.write(new HeartbeatRecord(HeartbeatRecord.SCHEMA, Rig.TENANT, presence));
            voice.producer.send(new ProducerRecord<>(connection.plan().heartbeats(), partition, null, value));
            voice.words.incrementAndGet();
        });
        // Heard before anything is claimed in its name.
        beat.run();
        voice.producer.flush();
        var unused = voice.timer.scheduleAtFixedRate(beat, 0, pause.toMillis(), TimeUnit.MILLISECONDS);
        return voice;
    }

    /** How often it has spoken. */
    long words() {
        return words.get();
    }

    @Override
    public void close() {
        timer.shutdownNow();
        producer.close(Duration.ofSeconds(5));
    }
}

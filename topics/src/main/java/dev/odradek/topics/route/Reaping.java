package dev.odradek.topics.route;

import dev.odradek.topics.TopicPlan;
import dev.odradek.topics.command.Asker;
import dev.odradek.topics.event.Answer;
import dev.odradek.topics.event.AnswerRecord;
import dev.odradek.topics.event.Heartbeat;
import dev.odradek.topics.event.HeartbeatRecord;
import dev.odradek.topics.format.Formats;
import dev.odradek.topics.settings.Connection;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Has every partition swept at once, and hears how many leases were taken back. */
public final class Reaping implements AutoCloseable {
    private final String id = "asker-" + Ids.fresh();
    private final TopicPlan plan;
    private final Asker asker;
    private final AnswerReader reader;
    private final KafkaProducer<byte[], byte[]> producer;
    private final Map<String, CompletableFuture<Long>> pending = new ConcurrentHashMap<>();

    public Reaping(Connection connection) {
        this.plan = connection.plan();
        this.asker = new Asker(AnswerReader.slot(connection, id), id, true);
        this.reader = AnswerReader.start(connection, id, this::hear);
        Map<String, Object> properties = connection.clientProperties();
        properties.put(ProducerConfig.LINGER_MS_CONFIG, 0);
        this.producer = new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer());
    }

    /** How many leases were over and have been taken back; it completes when every partition has been swept. */
    public CompletableFuture<Long> now(String tenant) {
        List<CompletableFuture<Long>> all = IntStream.range(0, plan.partitions())
                .mapToObj(partition -> sweep(tenant, partition))
                .toList();
        return CompletableFuture.allOf(all.toArray(CompletableFuture<?>[]::new))
                .thenApply(
                        done -> all.stream().mapToLong(CompletableFuture::join).sum());
    }

    private CompletableFuture<Long> sweep(String tenant, int partition) {
        CompletableFuture<Long> count = new CompletableFuture<>();
        Heartbeat.Sweep sweep = new Heartbeat.Sweep(Ids.fresh(), asker);
        pending.put(sweep.id(), count);
        byte[] value = Formats.HEARTBEATS.write(new HeartbeatRecord(HeartbeatRecord.SCHEMA, tenant, sweep));
        try {
            var unused = producer.send(
                    new ProducerRecord<>(plan.heartbeats(), partition, null, value), (metadata, failure) -> {
                        if (failure != null) {
                            count.completeExceptionally(failure);
                        }
                    });
        } catch (KafkaException e) {
            count.completeExceptionally(e);
        }
        return count;
    }

    private void hear(AnswerRecord record) {
        CompletableFuture<Long> waiting = pending.remove(record.commandId());
        if (waiting != null && record.answer() instanceof Answer.Reaped reaped) {
            waiting.complete(reaped.count());
        }
    }

    @Override
    public void close() {
        producer.close(Duration.ofSeconds(5));
        reader.close();
        pending.values().forEach(each -> each.cancel(false));
    }
}

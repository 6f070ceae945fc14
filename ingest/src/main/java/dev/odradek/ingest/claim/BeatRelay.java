package dev.odradek.ingest.claim;

import dev.odradek.topics.TopicPlan;
import dev.odradek.topics.event.Heartbeat.Held;
import dev.odradek.topics.event.Heartbeat.Presence;
import dev.odradek.topics.event.HeartbeatRecord;
import dev.odradek.topics.format.Formats;
import dev.odradek.topics.route.Routing;
import dev.odradek.topics.settings.Connection;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.stereotype.Component;

/**
 * Passes on what workers over HTTP say of themselves: one record for each partition they hold something in, and one at
 * home, where they are seen when they hold nothing.
 */
@Component
final class BeatRelay implements DisposableBean {
    private static final int DELIVERY_MS = 3_000;
    /** Until then the producer has said what became of it; whoever waits need not rely on that. */
    private static final int LONGEST_MS = DELIVERY_MS + 1_000;

    private final TopicPlan plan;
    private final long silence;
    private final Announced announced;
    private final Map<String, CompletableFuture<Boolean>> announcing = new ConcurrentHashMap<>();
    private final KafkaProducer<byte[], byte[]> producer;

    BeatRelay(Connection connection, ClaimConfig config) {
        this.plan = connection.plan();
        this.silence = config.workerSilence().toMillis();
        // Half of what the reaper remembers it for.
        this.announced = new Announced(config.workerSilence().dividedBy(2).toNanos());
        this.producer =
                new KafkaProducer<>(properties(connection), new ByteArraySerializer(), new ByteArraySerializer());
    }

    /**
     * Has a partition's reaper know how long a worker may be silent, before the worker holds anything there.
     *
     * <p>Otherwise the first lease would be judged by the patience for others, who speak more often.
     */
    CompletableFuture<Boolean> announce(String tenant, ClaimHandle.Holder worker, int partition) {
        String incarnation = worker.incarnation();
        if (incarnation == null || announced.isFresh(incarnation, partition, System.nanoTime())) {
            return CompletableFuture.completedFuture(false);
        }
        // A batch of claims says it once.
        return announcing.computeIfAbsent(incarnation + "/" + partition, place -> {
            CompletableFuture<Boolean> said =
                    send(tenant, partition, presence(worker.worker(), incarnation, List.of(), null));
            var unused = said.whenCompleteAsync((done, failure) -> announcing.remove(place));
            return said;
        });
    }

    /**
     * A worker is there and works on these.
     *
     * @param known those that it surely holds: only they renew a lease, for one that is made up would stand in the way
     *     of those that follow
     */
    CompletableFuture<Void> beat(
            String tenant,
            ClaimHandle.Holder worker,
            @Nullable String role,
            List<ClaimHandle> named,
            Set<ClaimHandle> known) {
        String incarnation = String.valueOf(worker.incarnation());
        Map<Integer, List<Held>> byPartition = new TreeMap<>();
        byPartition.put(Routing.partition(tenant, worker.worker(), plan.partitions()), new ArrayList<>());
        for (ClaimHandle each : named) {
            List<Held> there = byPartition.computeIfAbsent(each.key().partition(), none -> new ArrayList<>());
            if (known.contains(each)) {
                there.add(held(each, null, null));
            }
        }
        return CompletableFuture.allOf(byPartition.entrySet().stream()
                .map(each -> send(tenant, each.getKey(), presence(worker.worker(), incarnation, each.getValue(), role)))
                .toArray(CompletableFuture<?>[]::new));
    }

    /** One claim is still worked on; its worker is there as well, if it has said under which incarnation. */
    CompletableFuture<Boolean> renew(ClaimHandle claim, @Nullable Double progress, @Nullable String note) {
        String incarnation = claim.holder().incarnation();
        // Without one nobody waits for its silence: any name will do, but it must not be anybody else's.
        String name = incarnation == null ? claim.token().claimId() : incarnation;
        Presence presence = presence(claim.holder().worker(), name, List.of(held(claim, progress, note)), null);
        return send(claim.key().tenant(), claim.key().partition(), presence);
    }

    private Presence presence(String worker, String incarnation, List<Held> held, @Nullable String role) {
        return new Presence(worker, incarnation, held, silence, role);
    }

    private static Held held(ClaimHandle claim, @Nullable Double progress, @Nullable String note) {
        return new Held(claim.key().itemId(), claim.key().axis(), claim.token().epoch(), progress, note);
    }

    private CompletableFuture<Boolean> send(String tenant, int partition, Presence presence) {
        CompletableFuture<Boolean> sent = new CompletableFuture<>();
        long nanos = System.nanoTime();
        try {
            byte[] value = Formats.HEARTBEATS.write(new HeartbeatRecord(HeartbeatRecord.SCHEMA, tenant, presence));
            byte[] key = presence.worker().getBytes(StandardCharsets.UTF_8);
            producer.send(new ProducerRecord<>(plan.heartbeats(), partition, key, value), (metadata, failure) -> {
                if (failure == null) {
                    announced.said(presence.incarnation(), partition, nanos);
                    sent.complete(true);
                } else {
                    sent.completeExceptionally(failure);
                }
            });
        } catch (RuntimeException e) {
            sent.completeExceptionally(e);
        }
        return sent.orTimeout(LONGEST_MS, TimeUnit.MILLISECONDS);
    }

    @Override
    public void destroy() {
        producer.close(Duration.ofSeconds(2));
    }

    /** As workers of Kafka's own send them: a sign of life is worth nothing late. */
    private static Map<String, Object> properties(Connection connection) {
        Map<String, Object> properties = connection.clientProperties();
        properties.put(ProducerConfig.ACKS_CONFIG, "all");
        properties.put(ProducerConfig.LINGER_MS_CONFIG, 0);
        properties.put(
                ProducerConfig.MAX_REQUEST_SIZE_CONFIG, 2 * connection.plan().maxBytes());
        properties.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, false);
        properties.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, 1_000);
        properties.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, 2_000);
        properties.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, DELIVERY_MS);
        properties.put(ProducerConfig.RECONNECT_BACKOFF_MAX_MS_CONFIG, 500);
        properties.put(ProducerConfig.SOCKET_CONNECTION_SETUP_TIMEOUT_MS_CONFIG, 2_000);
        properties.put(ProducerConfig.SOCKET_CONNECTION_SETUP_TIMEOUT_MAX_MS_CONFIG, 2_000);
        properties.put(CommonClientConfigs.METADATA_RECOVERY_STRATEGY_CONFIG, "rebootstrap");
        properties.put(CommonClientConfigs.METADATA_RECOVERY_REBOOTSTRAP_TRIGGER_MS_CONFIG, 5_000);
        return properties;
    }
}

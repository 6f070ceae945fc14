package dev.odradek.ingest.claim;

import dev.odradek.topics.TopicPlan;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListShareGroupOffsetsSpec;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where each queue's unsettled dispatches begin, kept as offsets of a group that nobody joins.
 *
 * <p>Every instance notes its own; whoever is behind only makes the next one read a little more.
 */
final class Watermarks {
    private static final Logger LOG = LoggerFactory.getLogger(Watermarks.class);
    private static final long PATIENCE_SECONDS = 10;

    private final Admin admin;
    private final TopicPlan plan;
    /** What is noted or on its way. */
    private final Map<TopicPartition, Long> noted = new ConcurrentHashMap<>();

    Watermarks(Admin admin, TopicPlan plan) {
        this.admin = admin;
        this.plan = plan;
    }

    String group(String queue) {
        return plan.prefix() + "http." + queue;
    }

    /** Where to begin: below it all is settled, for workers over HTTP saw to it, or those of the queue's own group. */
    Map<TopicPartition, Long> starts(String queue, Collection<TopicPartition> lanes) {
        try {
            Map<TopicPartition, Long> starts = new HashMap<>();
            get(admin.listOffsets(lanes.stream().collect(Collectors.toMap(lane -> lane, lane -> OffsetSpec.earliest())))
                            .all())
                    .forEach((lane, found) -> starts.put(lane, found.offset()));
            raise(starts, committed(group(queue)));
            raise(starts, ofNativeWorkers(queue, lanes));
            return starts;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new KafkaException("interrupted", e);
        } catch (ExecutionException | TimeoutException e) {
            throw new KafkaException("the offsets of queue " + queue + " could not be read", e);
        }
    }

    private Map<TopicPartition, Long> committed(String group)
            throws InterruptedException, ExecutionException, TimeoutException {
        Map<TopicPartition, Long> offsets = new HashMap<>();
        get(admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata())
                .forEach((lane, at) -> {
                    if (at != null) {
                        offsets.put(lane, at.offset());
                    }
                });
        return offsets;
    }

    /** They pass an offset once its claim is in the log; without them, or without an answer, nothing is lost. */
    private Map<TopicPartition, Long> ofNativeWorkers(String queue, Collection<TopicPartition> lanes)
            throws InterruptedException, TimeoutException {
        Map<TopicPartition, Long> offsets = new HashMap<>();
        String group = plan.group(queue);
        try {
            var spec = new ListShareGroupOffsetsSpec().topicPartitions(List.copyOf(lanes));
            get(admin.listShareGroupOffsets(Map.of(group, spec)).partitionsToOffsetInfo(group))
                    .forEach((lane, at) -> {
                        if (at != null) {
                            offsets.put(lane, at.startOffset());
                        }
                    });
        } catch (ExecutionException e) {
            LOG.atDebug().setCause(e).log("{} is no share group", group);
        }
        try {
            raise(offsets, committed(group));
        } catch (ExecutionException e) {
            LOG.atDebug().setCause(e).log("{} is no consumer group", group);
        }
        return offsets;
    }

    private static void raise(Map<TopicPartition, Long> starts, Map<TopicPartition, Long> others) {
        others.forEach((lane, at) -> starts.merge(lane, at, Math::max));
    }

    /** Notes what has changed, without waiting for it. */
    KafkaFuture<Void> note(String queue, Map<TopicPartition, Long> watermarks) {
        Map<TopicPartition, OffsetAndMetadata> changed = new HashMap<>();
        watermarks.forEach((lane, at) -> {
            if (!at.equals(noted.put(lane, at))) {
                changed.put(lane, new OffsetAndMetadata(at));
            }
        });
        if (changed.isEmpty()) {
            return KafkaFuture.completedFuture(null);
        }
        return admin.alterConsumerGroupOffsets(group(queue), changed).all().whenComplete((done, failure) -> {
            if (failure != null) {
                // Unless something newer is on its way.
                changed.forEach((lane, at) -> noted.remove(lane, at.offset()));
                LOG.atDebug().setCause(failure).log("noting the offsets of queue {} failed, trying again", queue);
            }
        });
    }

    private static <T> T get(KafkaFuture<T> future) throws InterruptedException, ExecutionException, TimeoutException {
        return future.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }
}

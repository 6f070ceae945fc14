package dev.odradek.runtime;

import dev.odradek.topics.TopicPlan;
import dev.odradek.topics.event.Heartbeat.Presence;
import dev.odradek.topics.event.HeartbeatRecord;
import dev.odradek.topics.format.Formats;
import dev.odradek.topics.route.Routing;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Says that the worker is there and what it holds: one record at home, and one on each partition where leases of its
 * are judged; a beat that fails is followed by the next.
 */
final class Pulse implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(Pulse.class);

    private final WorkerConfig config;
    private final TopicPlan plan;
    private final String incarnation;
    private final Producer<byte[], byte[]> producer;
    private final Supplier<List<Job>> inHand;
    private final Tally tally;
    private final AtomicBoolean failing = new AtomicBoolean();

    /** Where a heartbeat is read: a lease is judged on its item's partition, tenant by tenant. */
    private record Place(String tenant, int partition) {}

    Pulse(
            WorkerConfig config,
            TopicPlan plan,
            String incarnation,
            Producer<byte[], byte[]> producer,
            Supplier<List<Job>> inHand,
            Tally tally) {
        this.config = config;
        this.plan = plan;
        this.incarnation = incarnation;
        this.producer = producer;
        this.inHand = inHand;
        this.tally = tally;
    }

    @Override
    public void run() {
        try {
            beat();
        } catch (RuntimeException e) {
            missed(e);
        }
    }

    private void beat() {
        // Before anything is looked at: what counts as sent earlier than it was ends earlier than it must.
        long started = System.nanoTime();
        for (Map.Entry<Place, List<Job>> each : byPlace().entrySet()) {
            // Where one send had to wait for the broker so would the rest, and the next beat is due.
            if (System.nanoTime() - started > config.presence().toNanos()) {
                return;
            }
            send(each.getKey(), each.getValue(), started);
        }
    }

    private Map<Place, List<Job>> byPlace() {
        Map<Place, List<Job>> held = new LinkedHashMap<>();
        held.put(place(config.tenant(), config.id()), new ArrayList<>());
        for (Job job : inHand.get()) {
            if (job.isHeld()) {
                held.computeIfAbsent(place(job.tenant(), job.partitionKey()), none -> new ArrayList<>())
                        .add(job);
            }
        }
        return held;
    }

    private Place place(String tenant, String key) {
        return new Place(tenant, Routing.partition(tenant, key, plan.partitions()));
    }

    private void send(Place place, List<Job> held, long sentNanos) {
        Presence presence = new Presence(
                config.id(), incarnation, held.stream().map(Job::held).toList());
        HeartbeatRecord record = new HeartbeatRecord(HeartbeatRecord.SCHEMA, place.tenant(), presence);
        byte[] key = config.id().getBytes(StandardCharsets.UTF_8);
        try {
            producer.send(
                    new ProducerRecord<>(plan.heartbeats(), place.partition(), key, Formats.HEARTBEATS.write(record)),
                    (metadata, failure) -> {
                        if (failure == null) {
                            arrived();
                            held.forEach(job -> job.renewed(sentNanos));
                        } else {
                            missed(failure);
                        }
                    });
        } catch (RuntimeException e) {
            // One partition's record that cannot be sent keeps nothing from the others.
            missed(e);
        }
    }

    private void arrived() {
        tally.count(WorkerMetric.HEARTBEATS_TOTAL);
        if (failing.compareAndSet(true, false)) {
            LOG.atInfo().addKeyValue("worker", config.id()).log("heartbeats arrive again");
        }
    }

    /** Only the first in a row is said aloud: an outage is no flood. */
    private void missed(Exception failure) {
        tally.count(WorkerMetric.HEARTBEATS_FAILED_TOTAL);
        if (failing.compareAndSet(false, true)) {
            LOG.atWarn()
                    .addKeyValue("worker", config.id())
                    .log("a heartbeat failed, the next follows: {}", failure + "");
        } else {
            LOG.atDebug().addKeyValue("worker", config.id()).log("another heartbeat failed: {}", failure + "");
        }
    }
}

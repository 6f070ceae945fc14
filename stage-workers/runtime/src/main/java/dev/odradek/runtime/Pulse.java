package dev.odradek.runtime;

import dev.odradek.topics.TopicPlan;
import dev.odradek.topics.event.Heartbeat.Presence;
import dev.odradek.topics.event.HeartbeatRecord;
import dev.odradek.topics.format.Formats;
import dev.odradek.topics.route.Routing;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.function.Supplier;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says that the worker is there and what it holds, all in one record; a beat that fails is followed by the next. */
final class Pulse implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(Pulse.class);

    private final WorkerConfig config;
    private final TopicPlan plan;
    private final String incarnation;
    private final Producer<byte[], byte[]> producer;
    private final Supplier<List<Job>> inHand;
    private final Tally tally;

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
        List<Job> held = inHand.get().stream().filter(Job::isHeld).toList();
        Presence presence = new Presence(
                config.id(), incarnation, held.stream().map(Job::held).toList());
        HeartbeatRecord record = new HeartbeatRecord(HeartbeatRecord.SCHEMA, config.tenant(), presence);
        int partition = Routing.partition(config.tenant(), config.id(), plan.partitions());
        byte[] key = config.id().getBytes(StandardCharsets.UTF_8);
        Instant sent = Instant.now();
        producer.send(
                new ProducerRecord<>(plan.heartbeats(), partition, key, Formats.HEARTBEATS.write(record)),
                (metadata, failure) -> {
                    if (failure == null) {
                        tally.count(WorkerMetric.HEARTBEATS_TOTAL);
                        held.forEach(job -> job.renewed(sent));
                    } else {
                        missed(failure);
                    }
                });
    }

    private void missed(Exception failure) {
        tally.count(WorkerMetric.HEARTBEATS_FAILED_TOTAL);
        LOG.atWarn().addKeyValue("worker", config.id()).log("a heartbeat failed, the next follows: {}", failure + "");
    }
}

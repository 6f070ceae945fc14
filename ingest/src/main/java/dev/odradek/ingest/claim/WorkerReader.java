package dev.odradek.ingest.claim;

import dev.odradek.topics.event.Heartbeat;
import dev.odradek.topics.event.HeartbeatRecord;
import dev.odradek.topics.format.Formats;
import dev.odradek.topics.format.UnreadableException;
import dev.odradek.topics.settings.Connection;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/** Hears every worker there is, whoever it speaks to: this instance, another, or Kafka itself. */
@Component
final class WorkerReader implements SmartLifecycle {
    private static final Logger LOG = LoggerFactory.getLogger(WorkerReader.class);
    /** Whoever is there has spoken within the last of these. */
    private static final Duration BEFORE = Duration.ofSeconds(15);

    private final WorkerRegister register = new WorkerRegister();
    private final Connection connection;
    private final Thread thread = new Thread(this::run, "ingest-workers");
    private final CountDownLatch stopping = new CountDownLatch(1);
    private volatile @Nullable KafkaConsumer<byte[], byte[]> reading;
    private volatile long latest;
    private volatile boolean started;

    WorkerReader(Connection connection) {
        this.connection = connection;
    }

    List<WorkerRegister.Seen> workers(String tenant) {
        return register.workers(tenant, latest);
    }

    private void run() {
        while (stopping.getCount() > 0) {
            try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(
                    WorkReader.properties(connection), new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
                reading = consumer;
                begin(consumer);
                while (stopping.getCount() > 0) {
                    consumer.poll(Duration.ofSeconds(1)).forEach(this::hear);
                    register.forget(latest);
                }
            } catch (WakeupException e) {
                LOG.trace("woken to stop");
            } catch (KafkaException e) {
                LOG.atWarn().setCause(e).log("reading heartbeats failed, beginning anew");
                pause();
            }
        }
    }

    private void begin(KafkaConsumer<byte[], byte[]> consumer) {
        List<TopicPartition> all = consumer.partitionsFor(connection.plan().heartbeats()).stream()
                .map(each -> new TopicPartition(each.topic(), each.partition()))
                .toList();
        Map<TopicPartition, Long> since = new HashMap<>();
        long time = System.currentTimeMillis() - BEFORE.toMillis();
        all.forEach(each -> since.put(each, time));
        consumer.assign(all);
        consumer.seekToEnd(all);
        for (Map.Entry<TopicPartition, OffsetAndTimestamp> each :
                consumer.offsetsForTimes(since).entrySet()) {
            if (each.getValue() != null) {
                consumer.seek(each.getKey(), each.getValue().offset());
            }
        }
    }

    private void hear(ConsumerRecord<byte[], byte[]> record) {
        latest = Math.max(latest, record.timestamp());
        try {
            HeartbeatRecord heard = Formats.HEARTBEATS.read(record.value());
            if (heard.heartbeat() instanceof Heartbeat.Presence presence) {
                register.heard(heard.tenant(), presence, record.timestamp());
            }
        } catch (UnreadableException e) {
            LOG.atDebug().setCause(e).log("skipped an unreadable heartbeat");
        }
    }

    /** A lasting failure must not spin. */
    private void pause() {
        try {
            boolean stops = stopping.await(1, TimeUnit.SECONDS);
            LOG.trace("paused, stopping {}", stops);
        } catch (InterruptedException e) {
            stopping.countDown();
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void start() {
        started = true;
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void stop() {
        stopping.countDown();
        KafkaConsumer<byte[], byte[]> consumer = reading;
        if (consumer != null) {
            consumer.wakeup();
        }
        try {
            thread.join(Duration.ofSeconds(5).toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        started = false;
    }

    @Override
    public boolean isRunning() {
        return started;
    }

    @Override
    public int getPhase() {
        return 0;
    }
}

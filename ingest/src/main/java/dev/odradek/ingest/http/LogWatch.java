package dev.odradek.ingest.http;

import dev.odradek.ingest.IngestConfig;
import dev.odradek.topics.TopicPlan;
import dev.odradek.topics.settings.Connection;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Knows, as of about a second ago, how many commands wait to be decided and whether the broker answers. */
@Component
public final class LogWatch implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(LogWatch.class);
    private static final Duration EVERY = Duration.ofSeconds(1);
    private static final Duration PATIENCE = Duration.ofSeconds(3);
    /** A broker that is busy for a moment is not away. */
    private static final Duration SILENCE = Duration.ofSeconds(4);

    private final Admin admin;
    private final TopicPlan plan;
    private final int maxLag;
    private final CountDownLatch closing = new CountDownLatch(1);
    private final Thread thread;
    private volatile long lag;
    private volatile long heardAt = System.nanoTime();

    LogWatch(Connection connection, IngestConfig config, MeterRegistry meters) {
        Map<String, Object> properties = connection.clientProperties();
        properties.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, (int) PATIENCE.toMillis());
        properties.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, (int) PATIENCE.toMillis());
        this.admin = Admin.create(properties);
        this.plan = connection.plan();
        this.maxLag = config.maxLag();
        this.thread = new Thread(this::run, "log-watch");
        Gauge.builder("odradek.ingest.commands.lag", this, watch -> watch.lag)
                .description("Commands that wait to be decided")
                .register(meters);
        thread.setDaemon(true);
        thread.start();
    }

    /** Ends the request while the broker is away: nothing could be written anyway. */
    public void refuseWhileAway() {
        if (isAway()) {
            throw Problem.BROKER_AWAY.because(
                    "Kafka has not answered for some seconds, so that nothing was written; try again.");
        }
    }

    boolean isAway() {
        return System.nanoTime() - heardAt > SILENCE.toNanos();
    }

    /** Ends the request while too many commands wait to be decided. */
    public void refuseWhileOverloaded() {
        if (isOverloaded()) {
            throw Problem.OVERLOADED.because(lag + " commands wait to be decided, and no more than " + maxLag
                    + " may; try again later, or run more state-stores.");
        }
    }

    public boolean isOverloaded() {
        return lag > maxLag;
    }

    /** Whether no more than may are waiting to be decided, now or within this time. */
    public synchronized boolean awaitRoom(Duration patience) {
        long deadline = System.nanoTime() + patience.toNanos();
        try {
            while (isOverloaded() && System.nanoTime() < deadline) {
                wait(EVERY.toMillis());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return !isOverloaded();
    }

    private synchronized void heard(long waiting) {
        lag = waiting;
        heardAt = System.nanoTime();
        notifyAll();
    }

    private void run() {
        try {
            do {
                look();
            } while (!closing.await(EVERY.toMillis(), TimeUnit.MILLISECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void look() throws InterruptedException {
        try {
            Map<TopicPartition, ListOffsetsResultInfo> ends =
                    admin.listOffsets(all(OffsetSpec.latest())).all().get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
            Map<TopicPartition, OffsetAndMetadata> decided = admin.listConsumerGroupOffsets(plan.deciders())
                    .partitionsToOffsetAndMetadata()
                    .get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
            heard(ends.entrySet().stream()
                    .mapToLong(end -> waiting(end.getValue().offset(), decided.get(end.getKey())))
                    .sum());
        } catch (ExecutionException | TimeoutException | KafkaException e) {
            LOG.atDebug().setCause(e).log("the lag of commands could not be looked up");
        }
    }

    /** A partition that nobody has decided anything of yet has everything before it. */
    private static long waiting(long end, @Nullable OffsetAndMetadata decided) {
        return Math.max(0, end - (decided == null ? 0 : decided.offset()));
    }

    private Map<TopicPartition, OffsetSpec> all(OffsetSpec spec) {
        Map<TopicPartition, OffsetSpec> all = new HashMap<>();
        IntStream.range(0, plan.partitions()).forEach(p -> all.put(new TopicPartition(plan.commands(), p), spec));
        return all;
    }

    @Override
    public void close() {
        closing.countDown();
        admin.close(Duration.ofSeconds(2));
        try {
            thread.join(Duration.ofSeconds(5).toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

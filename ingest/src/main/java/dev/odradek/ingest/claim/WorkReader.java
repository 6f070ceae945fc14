package dev.odradek.ingest.claim;

import dev.odradek.topics.settings.Connection;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/**
 * One thread that reads the lanes of every queue somebody asks for, and the facts that settle what is on them.
 *
 * <p>It reads uncommitted and without a group: every instance sees every offer, and the log settles who has it.
 */
@Component
final class WorkReader implements SmartLifecycle {
    private static final Logger LOG = LoggerFactory.getLogger(WorkReader.class);
    private static final long LOOK_AGAIN_MS = 250;

    private final Queues queues;
    private final Connection connection;
    private final Semaphore alarm = new Semaphore(0);
    private final Thread thread = new Thread(this::run, "ingest-work");
    private volatile boolean stopping;
    private volatile boolean started;
    private volatile @Nullable LaneConsumer lanes;

    WorkReader(Queues queues, Connection connection) {
        this.queues = queues;
        this.connection = connection;
        queues.alarm(this::alarm);
    }

    /** Something is new: a queue, or room on a board. */
    private void alarm() {
        if (alarm.availablePermits() == 0) {
            alarm.release();
            wakeUp();
        }
    }

    private void wakeUp() {
        LaneConsumer consumer = lanes;
        if (consumer != null) {
            consumer.wakeUp();
        }
    }

    private void run() {
        while (!stopping) {
            try (Admin admin = Admin.create(connection.clientProperties());
                    LaneConsumer consumer = new LaneConsumer(
                            new KafkaConsumer<>(
                                    properties(connection), new ByteArrayDeserializer(), new ByteArrayDeserializer()),
                            queues,
                            connection.plan(),
                            new Watermarks(admin, connection.plan()))) {
                lanes = consumer;
                read(consumer);
                consumer.noteLast();
            } catch (RuntimeException e) {
                LOG.atError().setCause(e).log("reading work failed, beginning anew");
                queues.beginAnew();
                await(1_000);
            }
        }
    }

    private void read(LaneConsumer consumer) {
        while (!stopping) {
            try {
                alarm.drainPermits();
                consumer.adopt();
                if (consumer.isIdle()) {
                    await(LOOK_AGAIN_MS);
                } else {
                    consumer.turn();
                }
                consumer.noteNowAndThen();
            } catch (WakeupException e) {
                LOG.trace("woken");
            } catch (KafkaException e) {
                LOG.atWarn().setCause(e).log("reading work failed, trying again");
                await(1_000);
            }
        }
    }

    /** A lasting failure must not spin, nor a queue that is not there be looked for all the time. */
    private void await(long millis) {
        try {
            boolean alarmed = alarm.tryAcquire(millis, TimeUnit.MILLISECONDS);
            LOG.trace("waited, alarmed {}", alarmed);
        } catch (InterruptedException e) {
            stopping = true;
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
        stopping = true;
        alarm.release();
        wakeUp();
        try {
            thread.join(Duration.ofSeconds(10).toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        started = false;
    }

    @Override
    public boolean isRunning() {
        return started;
    }

    /** Before the first request, and until after the last. */
    @Override
    public int getPhase() {
        return 0;
    }

    static Map<String, Object> properties(Connection connection) {
        Map<String, Object> properties = connection.clientProperties();
        properties.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
        properties.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_uncommitted");
        properties.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        properties.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        // A fetch leaves out partitions whose records are not handed out yet: they wait until it returns.
        properties.putIfAbsent(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, 50);
        // What a paused partition has fetched is kept: many queues must not add up.
        properties.putIfAbsent(ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG, 256 * 1024);
        return properties;
    }
}

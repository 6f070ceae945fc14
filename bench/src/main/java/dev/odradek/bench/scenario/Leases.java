package dev.odradek.bench.scenario;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.odradek.bench.measure.MeasureException;
import dev.odradek.topics.TopicPlan;
import dev.odradek.topics.command.CommandRecord;
import dev.odradek.topics.command.ItemCommand.Expire;
import dev.odradek.topics.event.Cause;
import dev.odradek.topics.event.Timer;
import dev.odradek.topics.event.TimerRecord;
import dev.odradek.topics.format.Formats;
import dev.odradek.topics.settings.Connection;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/** The core's side of a reaper without a core: leases are written for it, and what it has expired is read. */
final class Leases implements AutoCloseable {
    private static final String TENANT = "default";
    private static final String AXIS = "status";
    private static final Duration LIMIT = Duration.ofMinutes(2);
    /** How often those that move do, a part of them each time. */
    private static final long STEP_MILLIS = 10;

    private final TopicPlan plan;
    private final Map<String, Object> properties;
    private final KafkaProducer<byte[], byte[]> producer;
    private final KafkaConsumer<byte[], byte[]> commands;
    private final AtomicLong epochs = new AtomicLong();

    Leases(String bootstrap) {
        Connection connection = Connection.to(bootstrap);
        this.plan = connection.plan();
        this.properties = connection.clientProperties();
        this.producer = new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer());
        this.commands = new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer());
        List<TopicPartition> all = partitions(plan.commands());
        commands.assign(all);
        commands.seekToEnd(all);
        all.forEach(commands::position);
    }

    /** Has an item's lease begin, in place of the one it had. */
    void set(int item, Duration lease) {
        var unused = producer.send(timer(item, lease));
    }

    /** Returns when the reaper has read and committed all timers there are. */
    void awaitRead(Duration limit) throws Exception {
        producer.flush();
        long deadline = System.nanoTime() + limit.toNanos();
        try (Admin admin = Admin.create(properties)) {
            Map<TopicPartition, ListOffsetsResultInfo> ends = admin.listOffsets(partitions(plan.timers()).stream()
                            .collect(Collectors.toMap(partition -> partition, partition -> OffsetSpec.latest())))
                    .all()
                    .get();
            while (true) {
                Map<TopicPartition, OffsetAndMetadata> read = admin.listConsumerGroupOffsets(
                                plan.prefix() + "reaper-job")
                        .partitionsToOffsetAndMetadata()
                        .get();
                if (ends.entrySet().stream().allMatch(end -> isRead(end.getValue(), read.get(end.getKey())))) {
                    return;
                }
                if (System.nanoTime() > deadline) {
                    throw new MeasureException(
                            "the reaper had not read all timers within " + limit.toMinutes() + " min");
                }
                LockSupport.parkNanos(Duration.ofMillis(500).toNanos());
            }
        }
    }

    private static boolean isRead(ListOffsetsResultInfo end, @Nullable OffsetAndMetadata read) {
        return read != null && read.offset() >= end.offset();
    }

    /** Claims and completions as the reaper sees them: leases that give way to leases, any of them, until closed. */
    AutoCloseable moving(int items, int perSecond, Duration lease) {
        ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor();
        Random random = new Random(1);
        int step = (int) (perSecond * STEP_MILLIS / 1_000);
        var unused = thread.scheduleAtFixedRate(
                () -> IntStream.range(0, step).forEach(i -> set(random.nextInt(items), lease)),
                0,
                STEP_MILLIS,
                TimeUnit.MILLISECONDS);
        return thread::shutdownNow;
    }

    /** Milliseconds from the end of a lease, counted from its append, until its expiry stood in the log. */
    double lateness(int item, Duration lease) throws Exception {
        long appended = producer.send(timer(item, lease)).get().timestamp();
        long deadline = System.nanoTime() + LIMIT.toNanos();
        while (System.nanoTime() < deadline) {
            for (ConsumerRecord<byte[], byte[]> record : commands.poll(Duration.ofSeconds(1))) {
                if (Formats.COMMANDS.read(record.value()).command() instanceof Expire expire
                        && expire.itemId().equals(id(item))) {
                    return record.timestamp() - appended - lease.toMillis();
                }
            }
        }
        throw new MeasureException("a lease was not taken back within " + LIMIT.toMinutes() + " min of its end");
    }

    private ProducerRecord<byte[], byte[]> timer(int item, Duration lease) {
        long epoch = epochs.incrementAndGet();
        int partition = item % plan.partitions();
        CommandRecord expire = CommandRecord.of(
                TENANT, "expire/" + id(item) + "/" + epoch, id(item), new Expire(id(item), AXIS, epoch));
        Timer timer = new Timer.LeaseTimer("worker", null, lease.toMillis(), expire);
        TimerRecord record = new TimerRecord(1, TENANT, new Cause(partition, epoch, 0), timer);
        byte[] key = (TENANT + "/" + id(item) + "/" + AXIS).getBytes(UTF_8);
        return new ProducerRecord<>(plan.timers(), partition, key, Formats.TIMERS.write(record));
    }

    private static String id(int item) {
        return "item-" + item;
    }

    private List<TopicPartition> partitions(String topic) {
        return IntStream.range(0, plan.partitions())
                .mapToObj(partition -> new TopicPartition(topic, partition))
                .toList();
    }

    @Override
    public void close() {
        commands.close();
        producer.close(Duration.ofSeconds(5));
    }
}

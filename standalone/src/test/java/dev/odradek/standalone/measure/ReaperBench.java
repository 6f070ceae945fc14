package dev.odradek.standalone.measure;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.odradek.localcluster.BrokerConfig;
import dev.odradek.localcluster.EmbeddedBroker;
import dev.odradek.localcluster.JavaProcess;
import dev.odradek.standalone.cli.Odradek;
import dev.odradek.topics.TopicPlan;
import dev.odradek.topics.command.ItemCommand.Expire;
import dev.odradek.topics.format.Formats;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** A broker, a reaper in a process of its own, and the core's side of its topics. */
final class ReaperBench implements AutoCloseable {
    static final String TENANT = "acme";
    static final int PARTITIONS = 8;

    private final EmbeddedBroker broker;
    private final JavaProcess reaper;
    private final TopicPlan plan = new TopicPlan("t.", PARTITIONS, 4, 64 * 1024);
    private final KafkaProducer<byte[], byte[]> producer;
    private final KafkaConsumer<byte[], byte[]> commands;
    private final String metricsUrl;

    ReaperBench(Path dir) {
        broker = EmbeddedBroker.start(BrokerConfig.in(dir.resolve("broker")));
        reaper = JavaProcess.of(Odradek.class)
                .jvmArgs("-Xmx512m", "-XX:+UseSerialGC")
                .environment("ODRADEK_PREFIX", plan.prefix())
                .environment("ODRADEK_PARTITIONS", Integer.toString(PARTITIONS))
                .environment("ODRADEK_ANSWER_SLOTS", Integer.toString(plan.slots()))
                .environment("ODRADEK_MAX_BYTES", Integer.toString(plan.maxBytes()))
                .args("up", "--only", "reaper-job", "--bootstrap", broker.bootstrapServers(), "--http-port", "0")
                .args("--data-dir", dir.resolve("reaper").toString())
                .start(dir.resolve("reaper.out"));
        String up = reaper.awaitLine(line -> line.startsWith("Odradek is up"), Duration.ofMinutes(1));
        metricsUrl = up.replaceFirst(".*metrics at (http://[^,]*),.*", "$1") + "/metrics";
        Map<String, Object> properties = Map.of("bootstrap.servers", broker.bootstrapServers(), "linger.ms", 2);
        producer = new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer());
        commands = new KafkaConsumer<>(
                Map.of("bootstrap.servers", broker.bootstrapServers()),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer());
        List<TopicPartition> all = IntStream.range(0, PARTITIONS)
                .mapToObj(partition -> new TopicPartition(plan.commands(), partition))
                .toList();
        commands.assign(all);
        commands.seekToEnd(all);
        all.forEach(commands::position);
    }

    TopicPlan plan() {
        return plan;
    }

    KafkaProducer<byte[], byte[]> producer() {
        return producer;
    }

    void send(ProducerRecord<byte[], byte[]> record) {
        producer.send(record);
    }

    /** Returns when the reaper has read and committed all timers there are. */
    void awaitRead(Duration limit) throws Exception {
        long deadline = System.nanoTime() + limit.toNanos();
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
            Map<TopicPartition, Long> ends = new HashMap<>();
            List<TopicPartition> timers = IntStream.range(0, PARTITIONS)
                    .mapToObj(partition -> new TopicPartition(plan.timers(), partition))
                    .toList();
            ends.putAll(commands.endOffsets(timers));
            while (System.nanoTime() < deadline) {
                Map<TopicPartition, OffsetAndMetadata> read = admin.listConsumerGroupOffsets(
                                plan.prefix() + "reaper-job")
                        .partitionsToOffsetAndMetadata()
                        .get();
                boolean done = ends.entrySet().stream()
                        .allMatch(end -> read.containsKey(end.getKey())
                                && read.get(end.getKey()).offset() >= end.getValue());
                if (done) {
                    return;
                }
                LockSupport.parkNanos(500_000_000);
            }
        }
        throw new AssertionError("the reaper has not read the timers within " + limit);
    }

    /** Sends a short lease; milliseconds from its end, counted from its append, until its expiry stood in the log. */
    long latenessOf(ProducerRecord<byte[], byte[]> lease, long durationMs) throws Exception {
        String slot = new String(lease.key(), UTF_8);
        long appended = producer.send(lease).get().timestamp();
        long deadline = System.nanoTime() + Duration.ofMinutes(2).toNanos();
        while (System.nanoTime() < deadline) {
            for (ConsumerRecord<byte[], byte[]> record : commands.poll(Duration.ofSeconds(1))) {
                if (Formats.COMMANDS.read(record.value()).command() instanceof Expire expire
                        && slot.equals(TENANT + "/" + expire.itemId() + "/" + expire.axis())) {
                    return record.timestamp() - appended - durationMs;
                }
            }
        }
        throw new AssertionError("the lease in " + slot + " was not taken back within two minutes of its end");
    }

    /** What the reaper's process has used of the processor. */
    Duration cpu() {
        return ProcessHandle.of(reaper.pid())
                .flatMap(process -> process.info().totalCpuDuration())
                .orElseThrow();
    }

    /** How many cores it uses over this time. */
    double cores(Duration over) {
        Duration before = cpu();
        long end = System.nanoTime() + over.toNanos();
        while (System.nanoTime() < end) {
            LockSupport.parkNanos(end - System.nanoTime());
        }
        return cpu().minus(before).toNanos() / (double) over.toNanos();
    }

    /** The value of one line of its metrics. */
    String metric(String name) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(metricsUrl)).build();
        String text = HttpClient.newHttpClient()
                .send(request, HttpResponse.BodyHandlers.ofString())
                .body();
        return text.lines()
                .filter(line -> line.startsWith(name + " "))
                .map(line -> line.substring(name.length() + 1))
                .findFirst()
                .orElse("none");
    }

    @Override
    public void close() {
        commands.close();
        producer.close(Duration.ofSeconds(5));
        reaper.close();
        broker.close();
    }
}

package dev.odradek.standalone.measure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.odradek.localcluster.BrokerConfig;
import dev.odradek.localcluster.EmbeddedBroker;
import dev.odradek.localcluster.EmbeddedPostgres;
import dev.odradek.localcluster.JavaProcess;
import dev.odradek.localcluster.PostgresConfig;
import dev.odradek.standalone.cli.Odradek;
import dev.odradek.standalone.client.Asking;
import dev.odradek.standalone.client.MachineApply;
import dev.odradek.topics.TopicPlan;
import dev.odradek.topics.command.Command;
import dev.odradek.topics.command.CommandRecord;
import dev.odradek.topics.command.ItemCommand.Claim;
import dev.odradek.topics.command.ItemCommand.Complete;
import dev.odradek.topics.command.ItemCommand.Create;
import dev.odradek.topics.command.NewItem;
import dev.odradek.topics.command.Token;
import dev.odradek.topics.event.NotificationRecord;
import dev.odradek.topics.format.Formats;
import dev.odradek.topics.format.Json;
import dev.odradek.topics.route.CommandWriter;
import dev.odradek.topics.route.Ids;
import dev.odradek.topics.settings.Connection;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** How far the read model is behind, and how soon a change is told; the figures go to docs/proofs. */
@Tag("full")
@Timeout(900)
class ReadModelMeasureIT {
    private static final int ITEMS = Integer.getInteger("odradek.measure.items", 30_000);
    private static final int PER_SECOND = 50;
    private static final int PACED = 1_500;
    private static final String MACHINE = """
            machine: job
            axes:
              status:
                initial: queued
                states: [queued, running, done, failed]
                terminal: [done, failed]
                claims:
                  - {queue: job, from: queued, into: running, done: done}
            """;

    @Test
    @DisplayName("behind the core at its full speed; from commit to notification at 50 items a second")
    void measures(@TempDir Path dir) throws Exception {
        try (EmbeddedBroker broker = EmbeddedBroker.start(BrokerConfig.in(dir));
                EmbeddedPostgres postgres = EmbeddedPostgres.start(PostgresConfig.in(dir))) {
            Connection connection = new Connection(broker.bootstrapServers(), TopicPlan.defaults(), Map.of());
            try (JavaProcess core = process(dir, "state-store", connection, postgres);
                    JavaProcess readModel = process(dir, "read-model", connection, postgres)) {
                try (Asking asking = Asking.open(connection)) {
                    MachineApply.parse(MACHINE).to(asking, "default");
                }
                fullSpeed(connection, postgres, "warm-up", 0);
                fullSpeed(connection, postgres, "measured", 1);
                told(connection);
                assertThat(List.of(core, readModel)).allMatch(JavaProcess::isAlive);
            }
        }
    }

    private static JavaProcess process(Path dir, String service, Connection connection, EmbeddedPostgres postgres) {
        JavaProcess process = JavaProcess.of(Odradek.class)
                .jvmArgs("-Xmx512m", "-XX:+UseSerialGC")
                .environment("ODRADEK_DATABASE_URL", postgres.jdbcUrl())
                .environment("ODRADEK_DATABASE_USER", postgres.user())
                .args("up", "--only", service, "--bootstrap", connection.bootstrap(), "--http-port", "0")
                .args("--data-dir", dir.resolve(service).toString())
                .start(dir.resolve(service + ".out"));
        process.awaitLine(line -> line.startsWith("Odradek is up"), Duration.ofMinutes(2));
        return process;
    }

    private static void fullSpeed(Connection connection, EmbeddedPostgres postgres, String name, int round) {
        long facts = 3L * ITEMS;
        long start = System.nanoTime();
        CompletableFuture<Void> sending = CompletableFuture.runAsync(() -> move(connection, round));
        long most = 0;
        long decided = 0;
        double committed = 0;
        try (KafkaConsumer<byte[], byte[]> consumer = consumer(connection)) {
            List<TopicPartition> events = consumer
                    .partitionsFor(connection.plan().events())
                    .stream()
                    .map(each -> new TopicPartition(each.topic(), each.partition()))
                    .toList();
            consumer.assign(events);
            consumer.seekToEnd(events);
            long behind = events.stream().mapToLong(consumer::position).sum();
            while (decided < facts || behind > 2L * events.size()) {
                decided += consumer.poll(Duration.ofMillis(50)).count();
                // The ends of transactions stand between the facts: some offsets are never in the tables.
                behind = events.stream().mapToLong(consumer::position).sum() - written(postgres);
                most = Math.max(most, behind);
                committed = decided >= facts && committed == 0 ? (System.nanoTime() - start) / 1e9 : committed;
            }
        }
        sending.join();
        double seconds = (System.nanoTime() - start) / 1e9;
        System.out.printf(
                "%s: %,d facts; committed by the core in %.1f s (%,.0f/s); in the tables %.2f s later;"
                        + " at most %,d offsets behind%n",
                name, facts, committed, facts / committed, seconds - committed, most);
    }

    private static void move(Connection connection, int round) {
        List<CompletableFuture<?>> sent = new ArrayList<>();
        try (CommandWriter writer = new CommandWriter(connection)) {
            for (int n = 0; n < ITEMS; n++) {
                String id = "round-" + round + "-" + n;
                Token token = new Token(1, "claim-" + n);
                for (Command command : List.of(
                        new Create(NewItem.of(id, "job", Json.parse("{\"n\":" + n + "}")), null),
                        new Claim(id, "status", 1, "worker-" + n % 7, token.claimId()),
                        new Complete(id, "status", token, "worker-" + n % 7, null, null, List.of(), false))) {
                    sent.add(writer.send(CommandRecord.of("default", Ids.fresh(), id, command)));
                }
            }
            sent.forEach(CompletableFuture::join);
        }
    }

    /** From the database's commit to the moment a reader of the topic has the record in hand. */
    private static void told(Connection connection) {
        List<Long> late = Collections.synchronizedList(new ArrayList<>());
        AtomicBoolean done = new AtomicBoolean();
        AtomicInteger posted = new AtomicInteger();
        CompletableFuture<Void> reading = CompletableFuture.runAsync(() -> read(connection, late, done));
        ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
        try (CommandWriter writer = new CommandWriter(connection)) {
            clock.scheduleAtFixedRate(
                    () -> {
                        String id = "paced-" + posted.getAndIncrement();
                        writer.send(CommandRecord.of(
                                "default", Ids.fresh(), id, new Create(NewItem.of(id, "job", Json.parse("{}")), null)));
                    },
                    0,
                    1_000 / PER_SECOND,
                    TimeUnit.MILLISECONDS);
            Awaitility.await().atMost(Duration.ofMinutes(5)).until(() -> late.size() >= PACED);
        } finally {
            clock.shutdownNow();
            done.set(true);
            reading.join();
        }
        List<Long> sorted = late.stream().sorted().toList();
        System.out.printf(
                "commit to notification at %d items/s, %,d of them: p50 %d ms, p95 %d ms, p99 %d ms, max %d ms%n",
                PER_SECOND,
                sorted.size(),
                sorted.get(sorted.size() / 2),
                sorted.get(sorted.size() * 95 / 100),
                sorted.get(sorted.size() * 99 / 100),
                sorted.get(sorted.size() - 1));
    }

    private static void read(Connection connection, List<Long> late, AtomicBoolean done) {
        try (KafkaConsumer<byte[], byte[]> consumer = consumer(connection)) {
            List<TopicPartition> all =
                    List.of(new TopicPartition(connection.plan().notifications(), 0));
            consumer.assign(all);
            consumer.seekToEnd(all);
            while (!done.get()) {
                for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofMillis(100))) {
                    NotificationRecord told = Formats.NOTIFICATIONS.read(record.value());
                    if (told.table().equals(NotificationRecord.ITEMS)
                            && told.id().startsWith("paced-")) {
                        late.add(System.currentTimeMillis() - told.committedAt());
                    }
                }
            }
        }
    }

    private static KafkaConsumer<byte[], byte[]> consumer(Connection connection) {
        Map<String, Object> properties = connection.clientProperties();
        properties.put("isolation.level", "read_committed");
        return new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    private static long written(EmbeddedPostgres postgres) {
        try (java.sql.Connection connection = DriverManager.getConnection(postgres.jdbcUrl(), postgres.user(), "");
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(
                        "SELECT coalesce(sum(next_offset), 0) FROM odradek.progress" + " WHERE topic LIKE '%events'")) {
            assertThat(rows.next()).isTrue();
            return rows.getLong(1);
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }
}

package dev.odradek.runtime;

import dev.odradek.localcluster.BrokerConfig;
import dev.odradek.localcluster.EmbeddedBroker;
import dev.odradek.topics.TopicKeeper;
import dev.odradek.topics.TopicPlan;
import dev.odradek.topics.TopicSpec;
import dev.odradek.topics.command.Command;
import dev.odradek.topics.command.CommandRecord;
import dev.odradek.topics.command.ItemCommand;
import dev.odradek.topics.command.ItemCommand.Claim;
import dev.odradek.topics.event.Answer;
import dev.odradek.topics.event.AnswerRecord;
import dev.odradek.topics.event.Cause;
import dev.odradek.topics.event.Dispatch;
import dev.odradek.topics.event.DispatchRecord;
import dev.odradek.topics.event.Heartbeat.Held;
import dev.odradek.topics.event.Heartbeat.Presence;
import dev.odradek.topics.event.HeartbeatRecord;
import dev.odradek.topics.event.Lane;
import dev.odradek.topics.event.Refusal;
import dev.odradek.topics.format.Formats;
import dev.odradek.topics.format.Json;
import dev.odradek.topics.machine.Mode;
import dev.odradek.topics.machine.Transport;
import dev.odradek.topics.settings.Connection;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.utils.Utils;

/** The other side of a worker, on a real broker: it writes dispatches, sees commands, and may grant claims. */
final class LogSide implements AutoCloseable {
    static final String QUEUE = "parse";
    private static final long LATELY_MS = 500;
    private static final AtomicInteger COUNT = new AtomicInteger();

    private final TopicPlan plan =
            new TopicPlan("t" + COUNT.incrementAndGet() + ".", 4, 2, TopicPlan.DEFAULT_MAX_BYTES);
    private final String bootstrap;
    private final int width;
    private final KafkaProducer<byte[], byte[]> producer;
    private final List<Seen> seen = new CopyOnWriteArrayList<>();
    private final Set<String> grantedOffers = new HashSet<>();
    private final Thread reader = new Thread(this::read, "log-side");
    private final List<Beat> beats = new CopyOnWriteArrayList<>();
    private volatile boolean granting = true;
    private volatile long leaseMs = 60_000;
    private volatile boolean closed;

    /** A command as it stands in the log. */
    record Seen(CommandRecord record, Cause cause) {}

    /** A worker's heartbeat as it stands on one partition. */
    record Beat(int partition, long at, String tenant, Presence presence) {
        boolean names(String itemId) {
            return presence.held().stream().anyMatch(held -> held.itemId().equals(itemId));
        }
    }

    LogSide(Transport transport) {
        this(transport, Shared.BROKER.bootstrapServers());
    }

    LogSide(Transport transport, String bootstrap) {
        this.bootstrap = bootstrap;
        this.width = transport == Transport.SHARED ? 1 : plan.partitions();
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrap))) {
            List<TopicSpec> specs = new ArrayList<>(plan.fixed());
            specs.addAll(plan.lanes(QUEUE, transport));
            new TopicKeeper(admin).ensure(specs);
        }
        this.producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", bootstrap, "linger.ms", 0),
                new ByteArraySerializer(),
                new ByteArraySerializer());
        reader.setDaemon(true);
        reader.start();
    }

    String bootstrap() {
        return bootstrap;
    }

    TopicPlan plan() {
        return plan;
    }

    /** A worker of this log; partition counts are left for it to find out. */
    WorkerBuilder worker(Map<String, String> kafka) {
        TopicPlan guessed = new TopicPlan(plan.prefix(), 1, 1, plan.maxBytes());
        return Worker.to(bootstrap)
                .connection(new Connection(bootstrap, guessed, kafka))
                .queue(QUEUE);
    }

    WorkerBuilder worker() {
        return worker(Map.of());
    }

    /** From now on claims stay unanswered. */
    LogSide silent() {
        granting = false;
        return this;
    }

    /** How long claims are granted for from now on. */
    LogSide lease(Duration lease) {
        leaseMs = lease.toMillis();
        return this;
    }

    void dispatch(Lane lane, Mode mode, String... items) {
        for (String item : items) {
            Dispatch dispatch = new Dispatch(
                    item,
                    item,
                    "m",
                    1,
                    "status",
                    QUEUE,
                    1,
                    1,
                    mode,
                    leaseMs,
                    0,
                    Json.parse("{\"item\":\"" + item + "\"}"));
            byte[] value = Formats.DISPATCHES.write(new DispatchRecord(1, "default", new Cause(0, 0, 0), dispatch));
            int partition = Utils.toPositive(item.hashCode()) % width;
            producer.send(new ProducerRecord<>(plan.work(QUEUE, lane), partition, bytes(item), value));
        }
        producer.flush();
    }

    void dispatch(Mode mode, String... items) {
        dispatch(Lane.NORMAL, mode, items);
    }

    void garbage() {
        producer.send(new ProducerRecord<>(plan.work(QUEUE, Lane.NORMAL), 0, bytes("x"), bytes("no dispatch")));
        producer.flush();
    }

    static String[] items(String name, int count) {
        return IntStream.range(0, count).mapToObj(i -> name + i).toArray(String[]::new);
    }

    <C extends Command> Stream<C> commands(Class<C> type) {
        return seen.stream()
                .map(each -> each.record().command())
                .filter(type::isInstance)
                .map(type::cast);
    }

    List<String> itemsOf(Class<? extends ItemCommand> type) {
        return commands(type).map(ItemCommand::itemId).toList();
    }

    List<Seen> seen(Class<? extends Command> type) {
        return seen.stream()
                .filter(each -> type.isInstance(each.record().command()))
                .toList();
    }

    /** Every heartbeat a worker has written, on whichever partition. */
    List<Beat> beats(String worker) {
        return beats.stream()
                .filter(beat -> beat.presence().worker().equals(worker))
                .toList();
    }

    /** What a worker's newest heartbeats, one per partition, say it holds. */
    List<Held> held(String worker) {
        List<Beat> all = beats(worker);
        long newest = all.stream().mapToLong(Beat::at).max().orElse(0);
        Map<Integer, Beat> perPartition = new TreeMap<>();
        // Where it holds nothing any more it says nothing: what is old there is over.
        all.stream()
                .filter(beat -> beat.at() > newest - LATELY_MS)
                .forEach(beat -> perPartition.merge(beat.partition(), beat, (one, two) -> two));
        return perPartition.values().stream()
                .flatMap(beat -> beat.presence().held().stream())
                .toList();
    }

    void grant(Seen claim) {
        Claim wish = (Claim) claim.record().command();
        answer(claim, new Answer.Granted(wish.itemId(), wish.axis(), wish.epoch(), wish.claimId(), 1, leaseMs));
    }

    void deny(Seen seenCommand, Refusal reason) {
        answer(
                seenCommand,
                new Answer.Denied("e", seenCommand.record().command().type(), reason, "as the test wants", null));
    }

    void revoke(Seen claim) {
        Claim wish = (Claim) claim.record().command();
        answer(claim, new Answer.Revoked(wish.itemId(), wish.axis(), wish.epoch(), wish.claimId(), "cancelled"));
    }

    private final AtomicInteger index = new AtomicInteger();

    private void answer(Seen to, Answer answer) {
        Cause cause = new Cause(to.cause().partition(), to.cause().offset(), index.incrementAndGet());
        CommandRecord asked = to.record();
        byte[] value = Formats.ANSWERS.write(
                new AnswerRecord(1, asked.tenant(), cause, asked.asker().id(), asked.id(), answer));
        producer.send(new ProducerRecord<>(
                plan.answers(), asked.asker().slot(), bytes(asked.asker().id()), value));
    }

    private void read() {
        try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", bootstrap), new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            List<TopicPartition> all = IntStream.range(0, plan.partitions())
                    .mapToObj(p -> new TopicPartition(plan.commands(), p))
                    .toList();
            List<TopicPartition> assigned = new ArrayList<>(all);
            all.forEach(each -> assigned.add(new TopicPartition(plan.heartbeats(), each.partition())));
            consumer.assign(assigned);
            consumer.seekToBeginning(assigned);
            while (!closed) {
                consumer.poll(Duration.ofMillis(100)).forEach(this::see);
            }
        }
    }

    private void see(ConsumerRecord<byte[], byte[]> record) {
        if (record.topic().equals(plan.heartbeats())) {
            HeartbeatRecord heartbeat = Formats.HEARTBEATS.read(record.value());
            if (heartbeat.heartbeat() instanceof Presence presence) {
                beats.add(new Beat(record.partition(), record.timestamp(), heartbeat.tenant(), presence));
            }
            return;
        }
        CommandRecord command = Formats.COMMANDS.read(record.value());
        Seen each = new Seen(command, new Cause(record.partition(), record.offset(), 0));
        seen.add(each);
        if (granting && command.command() instanceof Claim claim) {
            if (grantedOffers.add(claim.itemId() + claim.epoch())) {
                grant(each);
            } else {
                deny(each, Refusal.ALREADY_CLAIMED);
            }
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        closed = true;
        try {
            reader.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        producer.close();
    }

    /** Groups that settle in a fraction of a second instead of several. */
    static BrokerConfig quick(Path data) {
        return BrokerConfig.in(data)
                .with("group.share.min.heartbeat.interval.ms", "200")
                .with("group.share.heartbeat.interval.ms", "200")
                .with("group.consumer.min.heartbeat.interval.ms", "200")
                .with("group.consumer.heartbeat.interval.ms", "200");
    }

    /** One broker for all tests of the JVM, each under a prefix of its own. */
    private static final class Shared {
        static final EmbeddedBroker BROKER = start();

        private static EmbeddedBroker start() {
            try {
                return EmbeddedBroker.start(quick(Files.createTempDirectory("runtime-it")));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}

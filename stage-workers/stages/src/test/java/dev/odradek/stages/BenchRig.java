package dev.odradek.stages;

import static org.assertj.core.api.Assertions.assertThat;

import dev.odradek.localcluster.BrokerConfig;
import dev.odradek.localcluster.EmbeddedBroker;
import dev.odradek.reaper.ReaperConfig;
import dev.odradek.reaper.ReaperService;
import dev.odradek.runtime.client.Odradek;
import dev.odradek.stages.bench.Bench;
import dev.odradek.statestore.StateStoreConfig;
import dev.odradek.statestore.StateStoreService;
import dev.odradek.statestore.read.AxisView;
import dev.odradek.statestore.read.ItemView;
import dev.odradek.statestore.read.Reads;
import dev.odradek.topics.TopicKeeper;
import dev.odradek.topics.TopicPlan;
import dev.odradek.topics.command.CommandRecord;
import dev.odradek.topics.command.ItemCommand;
import dev.odradek.topics.command.PartitionCommand.Adopt;
import dev.odradek.topics.command.PartitionCommand.Define;
import dev.odradek.topics.event.Answer;
import dev.odradek.topics.event.EventRecord;
import dev.odradek.topics.format.Formats;
import dev.odradek.topics.machine.MachineReader;
import dev.odradek.topics.machine.MachineYaml;
import dev.odradek.topics.route.Conversation;
import dev.odradek.topics.route.Ids;
import dev.odradek.topics.route.Routing;
import dev.odradek.topics.settings.Connection;
import dev.odradek.topics.settings.Settings;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.awaitility.Awaitility;
import org.awaitility.core.ThrowingRunnable;

/** A broker, a state-store and a reaper in this JVM, which know the machines of the sample. */
public final class BenchRig implements AutoCloseable {
    public static final String TENANT = "default";
    private static final int PARTITIONS = 2;
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final EmbeddedBroker broker;
    private final Connection connection;
    private final StateStoreService stateStore;
    private final ReaperService reaper;
    private final Odradek odradek;

    private BenchRig(Path dir) {
        broker = EmbeddedBroker.start(BrokerConfig.in(dir.resolve("broker")));
        connection = new Connection(broker.bootstrapServers(), new TopicPlan("t.", PARTITIONS, 4, 64 * 1024), Map.of());
        SimpleMeterRegistry meters = new SimpleMeterRegistry();
        stateStore = StateStoreService.start(
                new StateStoreConfig(
                        connection, dir.resolve("state"), 1, Duration.ofMillis(100), 16 << 20, 32 << 20, 0),
                meters);
        stateStore.raiseLevel();
        Settings settings = new Settings(
                Map.of("odradek.reaper.state-dir", dir.resolve("reaper").toString()), Map.of());
        reaper = ReaperService.start(ReaperConfig.from(settings, connection), meters);
        Bench.machines().forEach(this::define);
        odradek = Odradek.to(connection, TENANT);
    }

    public static BenchRig start(Path dir) {
        return new BenchRig(dir);
    }

    public Connection connection() {
        return connection;
    }

    /** What the core knows. */
    public Reads reads() {
        return stateStore.reads();
    }

    /** Posts and asks, for the tenant of the rig. */
    public Odradek odradek() {
        return odradek;
    }

    public Answer ask(ItemCommand command) {
        try {
            return odradek.ask(command.itemId(), command).get(LIMIT.toSeconds(), TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new AssertionError("nobody has decided about " + command, e);
        }
    }

    public Optional<ItemView> item(String id) {
        return stateStore.reads().item(TENANT, id);
    }

    /** Where an axis stands; empty if there is no such item. */
    private String status(String id, String axis) {
        return item(id).map(view -> view.axes().get(axis).status()).orElse("");
    }

    public AxisView axis(String id, String axis) {
        return item(id).orElseThrow().axes().get(axis);
    }

    public void awaitStatus(String id, String axis, String status) {
        eventually(() -> assertThat(status(id, axis)).isEqualTo(status));
    }

    public static void eventually(ThrowingRunnable assertion) {
        Awaitility.await().atMost(LIMIT).pollInterval(Duration.ofMillis(50)).untilAsserted(assertion);
    }

    /** What the reaper says of a worker that has gone silent; its work comes back under the next epoch. */
    public void lose(String id, String axis) {
        ask(new ItemCommand.Expire(id, axis, axis(id, axis).epoch()));
    }

    /** Every fact so far, once what is waited for is among them: reads are ahead of what is committed. */
    public List<EventRecord> factsUntil(Predicate<List<EventRecord>> complete) {
        return Awaitility.await().atMost(LIMIT).until(this::facts, complete);
    }

    private List<EventRecord> facts() {
        Map<String, Object> properties = connection.clientProperties();
        properties.put("isolation.level", "read_committed");
        List<TopicPartition> all = IntStream.range(0, PARTITIONS)
                .mapToObj(partition -> new TopicPartition(connection.plan().events(), partition))
                .toList();
        List<EventRecord> facts = new ArrayList<>();
        try (var consumer = new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            consumer.assign(all);
            consumer.seekToBeginning(all);
            Map<TopicPartition, Long> ends = consumer.endOffsets(all);
            while (all.stream().anyMatch(partition -> consumer.position(partition) < ends.get(partition))) {
                consumer.poll(Duration.ofMillis(200)).forEach(record -> facts.add(Formats.EVENTS.read(record.value())));
            }
        }
        return facts;
    }

    /** Defines a machine and waits until every partition knows it. */
    private void define(String yaml) {
        var definition = MachineYaml.parse(yaml);
        var machine = MachineReader.readNew(definition);
        try (Conversation talk = new Conversation(connection);
                Admin admin = Admin.create(connection.clientProperties())) {
            TopicKeeper keeper = new TopicKeeper(admin);
            machine.claims().forEach(rule -> keeper.ensure(connection.plan().lanes(rule.queue(), rule.transport())));
            int home = Routing.home(TENANT, machine.name(), PARTITIONS);
            CommandRecord define =
                    CommandRecord.of(TENANT, Ids.fresh(), machine.name(), new Define(machine.name(), definition));
            Answer answer = talk.ask(home, define).get(LIMIT.toSeconds(), TimeUnit.SECONDS);
            int version = ((Answer.Applied) answer).version();
            talk.askAll(TENANT, machine.name(), new Adopt(machine.name(), version, definition))
                    .get(LIMIT.toSeconds(), TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new AssertionError("the machine was not defined", e);
        }
    }

    @Override
    public void close() {
        odradek.close();
        reaper.close();
        stateStore.close();
        broker.close();
    }
}

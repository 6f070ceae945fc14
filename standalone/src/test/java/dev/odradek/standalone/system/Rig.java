package dev.odradek.standalone.system;

import dev.odradek.localcluster.BrokerConfig;
import dev.odradek.localcluster.EmbeddedBroker;
import dev.odradek.localcluster.JavaProcess;
import dev.odradek.localcluster.JavaProcessBuilder;
import dev.odradek.reaper.ReaperConfig;
import dev.odradek.reaper.ReaperService;
import dev.odradek.runtime.Worker;
import dev.odradek.runtime.WorkerBuilder;
import dev.odradek.standalone.cli.Logging;
import dev.odradek.standalone.cli.Odradek;
import dev.odradek.standalone.client.Asking;
import dev.odradek.standalone.client.MachineApply;
import dev.odradek.statestore.StateStoreConfig;
import dev.odradek.statestore.StateStoreService;
import dev.odradek.statestore.patrol.Patrol;
import dev.odradek.topics.TopicPlan;
import dev.odradek.topics.command.Command;
import dev.odradek.topics.command.CommandRecord;
import dev.odradek.topics.command.ItemCommand.Create;
import dev.odradek.topics.command.NewItem;
import dev.odradek.topics.event.Answer;
import dev.odradek.topics.event.Lane;
import dev.odradek.topics.format.Json;
import dev.odradek.topics.machine.Transport;
import dev.odradek.topics.route.CommandWriter;
import dev.odradek.topics.route.Conversation;
import dev.odradek.topics.route.Ids;
import dev.odradek.topics.settings.Connection;
import dev.odradek.topics.settings.Settings;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.common.TopicPartition;

/** A real broker for one test, and everything of ours that the test starts on it. */
final class Rig implements AutoCloseable {
    static final String TENANT = "acme";
    private static final Duration START_LIMIT = Duration.ofSeconds(120);

    private final Path dir;
    private final Runnable stopBroker;
    private final Connection connection;
    private final Admin admin;
    private Optional<ReaperService> reaper = Optional.empty();
    private boolean reaperHere = true;

    private Rig(Path dir, int partitions, String bootstrap, Runnable stopBroker) {
        this.dir = dir;
        this.stopBroker = stopBroker;
        TopicPlan plan = new TopicPlan("t.", partitions, 4, 64 * 1024);
        this.connection = new Connection(bootstrap, plan, Map.of());
        this.admin = Admin.create(connection.clientProperties());
    }

    static Rig start(Path dir, int partitions) {
        Logging.toFile(dir.resolve("test.log"));
        EmbeddedBroker broker = EmbeddedBroker.start(BrokerConfig.in(dir.resolve("broker")));
        return new Rig(dir, partitions, broker.bootstrapServers(), broker::close);
    }

    /** On a broker that the test itself has started, and ends. */
    static Rig at(String bootstrap, Path dir, int partitions) {
        Logging.toFile(dir.resolve("test.log"));
        return new Rig(dir, partitions, bootstrap, () -> {});
    }

    Connection connection() {
        return connection;
    }

    Path dir() {
        return dir;
    }

    /** A state-store in this process, and a reaper that brings its timers back until the rig is closed. */
    StateStoreService stateStore() {
        return stateStore(Patrol.Pace.USUAL);
    }

    /** The same, with a patrol that has a pace of its own. */
    StateStoreService stateStore(Patrol.Pace pace) {
        StateStoreConfig config = new StateStoreConfig(
                connection, dir.resolve("state"), 1, Duration.ofMillis(100), 16 << 20, 32 << 20, 0);
        StateStoreService service = StateStoreService.start(config, new SimpleMeterRegistry(), pace);
        service.raiseLevel();
        reaper();
        return service;
    }

    /** The reaper in this process, as it runs by default; a second call does nothing. */
    void reaper() {
        reaper(Map.of());
    }

    /** The same, with other settings, each without {@code odradek.reaper.} before it. */
    synchronized void reaper(Map<String, String> changed) {
        if (reaper.isEmpty() && reaperHere) {
            Settings settings = new Settings(
                    Map.of("odradek.reaper.state-dir", dir.resolve("reaper").toString()), Map.of());
            for (Map.Entry<String, String> each : changed.entrySet()) {
                settings = settings.with("odradek.reaper." + each.getKey(), each.getValue());
            }
            reaper = Optional.of(
                    ReaperService.start(ReaperConfig.from(settings, connection), new SimpleMeterRegistry()));
        }
    }

    /** No reaper is started in this process, whatever else is. */
    Rig withoutReaper() {
        reaperHere = false;
        return this;
    }

    /** A reaper in a process of its own, as {@code odradek up} starts it; it watches when this returns. */
    JavaProcess reaperProcess(String name, Map<String, String> environment) {
        JavaProcessBuilder builder = ofOurs(JavaProcess.of(Odradek.class).small(128));
        environment.forEach(builder::environment);
        JavaProcess process = builder.args("up", "--only", "reaper-job", "--bootstrap", connection.bootstrap())
                .args("--http-port", "0", "--data-dir", dir.resolve(name).toString())
                .start(dir.resolve(name + ".out"));
        process.awaitLine(line -> line.startsWith("Odradek is up"), START_LIMIT);
        return process;
    }

    /** A state-store in a process of its own, as {@code odradek up} starts it; it decides when this returns. */
    JavaProcess stateStoreProcess(String name, int standbys) {
        JavaProcess process = ofOurs(JavaProcess.of(Odradek.class).small(192))
                .environment("ODRADEK_STATE_STORE_STANDBYS", Integer.toString(standbys))
                .environment("ODRADEK_STATE_STORE_MEMORY_MIB", "16")
                .environment("ODRADEK_STATE_STORE_STREAM_THREADS", "1")
                .args("up", "--only", "state-store", "--bootstrap", connection.bootstrap(), "--http-port", "0")
                .args("--data-dir", dir.resolve(name).toString())
                .start(dir.resolve(name + ".out"));
        process.awaitLine(line -> line.startsWith("Odradek is up"), START_LIMIT);
        reaper();
        return process;
    }

    /** What every process of ours must know of this broker. */
    JavaProcessBuilder ofOurs(JavaProcessBuilder process) {
        TopicPlan plan = connection.plan();
        return process.jvmArgs("-Xms16m", "-Xss512k", "-XX:-UsePerfData")
                .environment("ODRADEK_BOOTSTRAP", connection.bootstrap())
                .environment("ODRADEK_PREFIX", plan.prefix())
                .environment("ODRADEK_PARTITIONS", Integer.toString(plan.partitions()))
                .environment("ODRADEK_ANSWER_SLOTS", Integer.toString(plan.slots()))
                .environment("ODRADEK_MAX_BYTES", Integer.toString(plan.maxBytes()))
                .environment("ODRADEK_WORKER_TENANT", TENANT);
    }

    /** A worker in this process, with further client properties. */
    WorkerBuilder worker(String queue, Map<String, String> kafka) {
        Connection own = new Connection(connection.bootstrap(), connection.plan(), kafka);
        return Worker.configured().connection(own).tenant(TENANT).queue(queue);
    }

    WorkerBuilder worker(String queue) {
        return worker(queue, Map.of());
    }

    Conversation conversation() {
        return new Conversation(connection);
    }

    void define(String yaml) {
        try (Asking asking = Asking.open(connection)) {
            MachineApply.parse(yaml).to(asking, TENANT);
        }
    }

    static Answer ask(Conversation talk, String key, Command command) {
        return await(talk.ask(TENANT, key, command));
    }

    static <T> T await(CompletableFuture<T> future) {
        try {
            return future.get(Eventually.LIMIT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new AssertionError("no answer within " + Eventually.LIMIT, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", e);
        }
    }

    static List<String> ids(String prefix, int from, int to) {
        return IntStream.range(from, to)
                .mapToObj(n -> prefix + String.format("%05d", n))
                .toList();
    }

    /** Posts in this order; the ids that the broker acknowledged. */
    List<String> post(String machine, List<String> ids) {
        Map<String, CompletableFuture<CommandWriter.Written>> sent = new LinkedHashMap<>();
        try (CommandWriter writer = new CommandWriter(connection)) {
            for (String id : ids) {
                NewItem item = NewItem.of(id, machine, Json.parse("{\"id\":\"" + id + "\"}"));
                sent.put(id, writer.send(CommandRecord.of(TENANT, Ids.fresh(), id, new Create(item, null))));
            }
            sent.values().forEach(Rig::await);
        }
        return List.copyOf(sent.keySet());
    }

    /** How many workers of the queue have been given both lanes. */
    long atWork(String queue, Transport transport) throws Exception {
        if (transport == Transport.PARTITIONED) {
            return group(queue).members().stream()
                    .filter(member -> hasBothLanes(queue, member.assignment().topicPartitions()))
                    .count();
        }
        String group = connection.plan().group(queue);
        return admin.describeShareGroups(List.of(group)).describedGroups().get(group).get().members().stream()
                .filter(member -> hasBothLanes(queue, member.assignment().topicPartitions()))
                .count();
    }

    private boolean hasBothLanes(String queue, Collection<TopicPartition> assigned) {
        Set<String> topics = assigned.stream().map(TopicPartition::topic).collect(Collectors.toSet());
        return Stream.of(Lane.values())
                .allMatch(lane -> topics.contains(connection.plan().work(queue, lane)));
    }

    /** The consumer group of a partitioned queue. */
    ConsumerGroupDescription group(String queue) throws Exception {
        String group = connection.plan().group(queue);
        return admin.describeConsumerGroups(List.of(group))
                .describedGroups()
                .get(group)
                .get();
    }

    @Override
    public void close() {
        reaper.ifPresent(ReaperService::close);
        admin.close(Duration.ofSeconds(2));
        stopBroker.run();
    }
}

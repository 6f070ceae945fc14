package dev.odradek.statestore.broker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.odradek.localcluster.BrokerConfig;
import dev.odradek.localcluster.EmbeddedBroker;
import dev.odradek.reaper.ReaperConfig;
import dev.odradek.reaper.ReaperService;
import dev.odradek.statestore.StateStoreConfig;
import dev.odradek.statestore.StateStoreService;
import dev.odradek.topics.TopicPlan;
import dev.odradek.topics.command.Command;
import dev.odradek.topics.command.ItemCommand.Create;
import dev.odradek.topics.command.NewItem;
import dev.odradek.topics.command.PartitionCommand.Adopt;
import dev.odradek.topics.command.PartitionCommand.Define;
import dev.odradek.topics.event.Answer;
import dev.odradek.topics.format.Json;
import dev.odradek.topics.machine.MachineYaml;
import dev.odradek.topics.route.Conversation;
import dev.odradek.topics.route.Routing;
import dev.odradek.topics.settings.Connection;
import dev.odradek.topics.settings.Settings;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;

/** A real broker and, if wanted, a real state-store on it, for one test class. */
public final class Cluster implements AutoCloseable {
    public static final String TENANT = "acme";
    private static final long LIMIT_SECONDS = 30;

    private final EmbeddedBroker broker;
    private final Path dir;
    private final Connection connection;
    private Optional<ReaperService> reaper = Optional.empty();

    private Cluster(Path dir, int partitions) {
        this.dir = dir;
        this.broker = EmbeddedBroker.start(BrokerConfig.in(dir.resolve("broker")));
        TopicPlan plan = new TopicPlan("t.", partitions, 4, 64 * 1024);
        this.connection = new Connection(broker.bootstrapServers(), plan, Map.of());
    }

    public static Cluster start(Path dir, int partitions) {
        return new Cluster(dir, partitions);
    }

    public Connection connection() {
        return connection;
    }

    StateStoreConfig config() {
        return new StateStoreConfig(connection, dir.resolve("state"), 1, Duration.ofMillis(100), 16 << 20, 32 << 20, 0);
    }

    /** A state-store at the newest level, and a reaper that brings its timers back until the cluster is closed. */
    public StateStoreService stateStore() {
        StateStoreService service = StateStoreService.start(config(), new SimpleMeterRegistry());
        service.raiseLevel();
        if (reaper.isEmpty()) {
            reaper = Optional.of(startReaper());
        }
        return service;
    }

    private ReaperService startReaper() {
        Settings settings = new Settings(
                Map.of("odradek.reaper.state-dir", dir.resolve("reaper").toString()), Map.of());
        return ReaperService.start(ReaperConfig.from(settings, connection), new SimpleMeterRegistry());
    }

    public Conversation conversation() {
        return new Conversation(connection);
    }

    /** Defines a machine from a YAML resource and waits until every partition knows it. */
    public int define(Conversation talk, String resource) {
        JsonNode definition = MachineYaml.parse(read("/machines/" + resource));
        String name = definition.get("machine").asString();
        int home = Routing.home(TENANT, name, connection.plan().partitions());
        var define = dev.odradek.topics.command.CommandRecord.of(
                TENANT, dev.odradek.topics.route.Ids.fresh(), name, new Define(name, definition));
        Answer answer = await(talk.ask(home, define));
        assertThat(answer).isInstanceOf(Answer.Applied.class);
        int version = ((Answer.Applied) answer).version();
        await(talk.askAll(TENANT, name, new Adopt(name, version, definition)));
        return version;
    }

    public static Answer create(Conversation talk, String machine, String id) {
        return ask(talk, id, new Create(NewItem.of(id, machine, Json.parse("{\"n\":1}")), null));
    }

    public static Answer ask(Conversation talk, String key, Command command) {
        return await(talk.ask(TENANT, key, command));
    }

    static <T> T await(java.util.concurrent.CompletableFuture<T> future) {
        try {
            return future.get(LIMIT_SECONDS, TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new AssertionError("no answer within " + LIMIT_SECONDS + " s", e);
        }
    }

    private static String read(String resource) {
        try (var in = Cluster.class.getResourceAsStream(resource)) {
            return new String(java.util.Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        reaper.ifPresent(ReaperService::close);
        broker.close();
    }
}

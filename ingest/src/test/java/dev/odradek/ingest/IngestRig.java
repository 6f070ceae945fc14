package dev.odradek.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.odradek.localcluster.BrokerConfig;
import dev.odradek.localcluster.EmbeddedBroker;
import dev.odradek.localcluster.FaultProxy;
import dev.odradek.reaper.ReaperConfig;
import dev.odradek.reaper.ReaperService;
import dev.odradek.statestore.StateStoreConfig;
import dev.odradek.statestore.StateStoreService;
import dev.odradek.topics.TopicKeeper;
import dev.odradek.topics.TopicPlan;
import dev.odradek.topics.command.CommandRecord;
import dev.odradek.topics.command.PartitionCommand.Adopt;
import dev.odradek.topics.command.PartitionCommand.Define;
import dev.odradek.topics.event.Answer;
import dev.odradek.topics.machine.MachineReader;
import dev.odradek.topics.machine.MachineYaml;
import dev.odradek.topics.route.Conversation;
import dev.odradek.topics.route.Ids;
import dev.odradek.topics.route.Routing;
import dev.odradek.topics.settings.Connection;
import dev.odradek.topics.settings.Settings;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.apache.coyote.AbstractProtocol;
import org.apache.kafka.clients.admin.Admin;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.tomcat.TomcatWebServer;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import tools.jackson.databind.JsonNode;

/** A broker, a state-store, a reaper and an ingest in this JVM, for one test class; all with the tenant "default". */
public final class IngestRig implements AutoCloseable {
    public static final String TENANT = "default";
    private static final int PARTITIONS = 2;
    private static final long LIMIT_SECONDS = 30;

    private final Path dir;
    private final Map<String, String> settings;
    private final Deque<AutoCloseable> running = new ArrayDeque<>();
    private final FaultProxy proxy;
    private final Connection connection;
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final PlainOperations operations = new PlainOperations(meters);
    private IngestService ingest;
    private StateStoreService stateStore;
    private volatile boolean readsAway;

    private IngestRig(Path dir, Map<String, String> settings) {
        this.dir = dir;
        this.settings = settings;
        this.proxy = FaultProxy.listen();
        running.push(proxy);
        EmbeddedBroker broker =
                EmbeddedBroker.start(BrokerConfig.in(dir.resolve("broker")).advertisedAs(proxy.address()));
        running.push(broker);
        proxy.forwardTo(BrokerConfig.LOOPBACK, broker.port());
        this.connection = new Connection(proxy.address(), new TopicPlan("t.", PARTITIONS, 4, 64 * 1024), Map.of());
        startStateStore();
        ReaperService reaper = ReaperService.start(
                ReaperConfig.from(
                        new Settings(
                                Map.of(
                                        "odradek.reaper.state-dir",
                                        dir.resolve("reaper").toString()),
                                Map.of()),
                        connection),
                meters);
        running.push(reaper);
        this.ingest = anotherIngest(Map.of());
    }

    public static IngestRig start(Path dir) {
        return new IngestRig(dir, Map.of());
    }

    /** @param settings of every ingest of this rig */
    public static IngestRig start(Path dir, Map<String, String> settings) {
        return new IngestRig(dir, settings);
    }

    /** One more instance on the same broker, on a port of its own; closed with the rig. */
    public IngestService anotherIngest(Map<String, String> more) {
        Settings all = new Settings(
                Map.of("odradek.artifacts.dir", dir.resolve("artifacts").toString()), Map.of());
        for (Map.Entry<String, String> each : settings.entrySet()) {
            all = all.with(each.getKey(), each.getValue());
        }
        for (Map.Entry<String, String> each : more.entrySet()) {
            all = all.with(each.getKey(), each.getValue());
        }
        Surroundings surroundings =
                new Surroundings(connection, new StoreReading(stateStore::reads, () -> readsAway), operations);
        IngestService started = IngestService.start(IngestConfig.from(all).onPort(0), surroundings);
        running.push(started);
        return started;
    }

    public Connection connection() {
        return connection;
    }

    /** Everybody's way to the broker: what is cut here is away for ingest and state-store alike. */
    public FaultProxy proxy() {
        return proxy;
    }

    public SimpleMeterRegistry meters() {
        return meters;
    }

    /** Requests to the first ingest, without a token. */
    public Calls http() {
        return new Calls(ingest.url());
    }

    /** The first ingest. */
    IngestService ingest() {
        return ingest;
    }

    public String url() {
        return ingest.url();
    }

    /** How many connections the first ingest has open. */
    public long connections() {
        TomcatWebServer server = (TomcatWebServer) ((WebServerApplicationContext) ingest.context()).getWebServer();
        return ((AbstractProtocol<?>) server.getTomcat().getConnector().getProtocolHandler()).getConnectionCount();
    }

    /** From here on only others answer. */
    public void stopIngest() {
        ingest.close();
    }

    /** Stops the first ingest and starts another in its place, which knows nothing but what Kafka knows. */
    public void restartIngest() {
        ingest.close();
        ingest = anotherIngest(Map.of());
    }

    /** Whether reads are answered with 503 from here on. */
    public void readsAway(boolean away) {
        readsAway = away;
    }

    /** What every scrape fails with from here on; null: none does. */
    public void scrapesFail(@Nullable RuntimeException failure) {
        operations.fail(failure);
    }

    /** From here on nothing is decided, until {@link #startStateStore}. */
    public void stopStateStore() {
        stateStore.close();
    }

    public void startStateStore() {
        StateStoreConfig config = new StateStoreConfig(
                connection, dir.resolve("state"), 1, Duration.ofMillis(100), 16 << 20, 32 << 20, 0);
        stateStore = StateStoreService.start(config, meters);
        stateStore.raiseLevel();
        running.push(stateStore);
    }

    /** Defines a machine of the test resources and waits until every partition knows it. */
    public int define(String resource) {
        return defineYaml(read("/machines/" + resource));
    }

    public int defineYaml(String yaml) {
        JsonNode definition = MachineYaml.parse(yaml);
        var machine = MachineReader.read(definition);
        try (Conversation talk = new Conversation(connection);
                Admin admin = Admin.create(connection.clientProperties())) {
            TopicKeeper keeper = new TopicKeeper(admin);
            machine.claims().forEach(rule -> keeper.ensure(connection.plan().lanes(rule.queue(), rule.transport())));
            Answer answer = talk.ask(
                            Routing.home(TENANT, machine.name(), PARTITIONS),
                            CommandRecord.of(
                                    TENANT, Ids.fresh(), machine.name(), new Define(machine.name(), definition)))
                    .get(LIMIT_SECONDS, TimeUnit.SECONDS);
            assertThat(answer).isInstanceOf(Answer.Applied.class);
            int version = ((Answer.Applied) answer).version();
            talk.askAll(TENANT, machine.name(), new Adopt(machine.name(), version, definition))
                    .get(LIMIT_SECONDS, TimeUnit.SECONDS);
            return version;
        } catch (Exception e) {
            throw new AssertionError("the machine was not defined", e);
        }
    }

    public static String read(String resource) {
        try (var in = IngestRig.class.getResourceAsStream(resource)) {
            return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() throws Exception {
        proxy.heal();
        while (!running.isEmpty()) {
            running.pop().close();
        }
    }
}

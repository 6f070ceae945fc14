package dev.odradek.statestore.broker;

import static dev.odradek.statestore.broker.Cluster.TENANT;
import static dev.odradek.statestore.broker.Cluster.ask;
import static dev.odradek.statestore.broker.Cluster.await;
import static dev.odradek.statestore.broker.Cluster.create;
import static org.assertj.core.api.Assertions.assertThat;

import dev.odradek.statestore.StateStoreService;
import dev.odradek.statestore.read.AxisView;
import dev.odradek.statestore.sim.Scenario;
import dev.odradek.topics.command.ItemCommand.Claim;
import dev.odradek.topics.command.ItemCommand.Complete;
import dev.odradek.topics.command.ItemCommand.Create;
import dev.odradek.topics.command.ItemCommand.Fail;
import dev.odradek.topics.command.ItemCommand.Transition;
import dev.odradek.topics.command.NewItem;
import dev.odradek.topics.command.QueueCommand.Pause;
import dev.odradek.topics.command.QueueCommand.Resume;
import dev.odradek.topics.command.Token;
import dev.odradek.topics.event.Answer;
import dev.odradek.topics.event.DispatchRecord;
import dev.odradek.topics.event.Event;
import dev.odradek.topics.event.EventRecord;
import dev.odradek.topics.event.Lane;
import dev.odradek.topics.event.Refusal;
import dev.odradek.topics.format.Formats;
import dev.odradek.topics.format.Json;
import dev.odradek.topics.route.Conversation;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.awaitility.core.ThrowingRunnable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("Work in flow on a real broker")
class FlowIT {
    @TempDir
    static Path dir;

    static Cluster cluster;
    static StateStoreService service;
    static Conversation talk;

    @BeforeAll
    static void start() {
        cluster = Cluster.start(dir, 3);
        service = cluster.stateStore();
        talk = cluster.conversation();
        cluster.define(talk, "ping.yaml");
        cluster.define(talk, "job.yaml");
    }

    @AfterAll
    static void stop() {
        talk.close();
        service.close();
        cluster.close();
    }

    @Test
    @DisplayName("a paused queue offers nothing, and resuming offers what waited, in order")
    void pauses() {
        await(talk.askAll(TENANT, "ping", new Pause("ping", "maintenance")));
        create(talk, "ping", "p1");
        assertThat(axis("p1").wakeup()).contains("paused");
        assertThat(dispatches("ping", Lane.NORMAL)).doesNotContain("p1");
        assertThat(ask(talk, "p1", new Claim("p1", "status", 1, "w", "c")))
                .isInstanceOfSatisfying(
                        Answer.Denied.class,
                        denied -> assertThat(denied.reason()).isEqualTo(Refusal.WITHHELD));

        await(talk.askAll(TENANT, "ping", new Resume("ping")));

        eventually(() -> assertThat(dispatches("ping", Lane.NORMAL)).containsOnlyOnce("p1"));
        assertThat(ask(talk, "p1", new Claim("p1", "status", 1, "w", "c"))).isInstanceOf(Answer.Granted.class);
    }

    @Test
    @DisplayName("a failed attempt comes back on the again lane after its back-off, and the last one fails for good")
    void retries() {
        create(talk, "job", "r1");
        for (int attempt = 1; attempt <= 3; attempt++) {
            long epoch = attempt;
            Token token = new Token(epoch, "c" + attempt);
            eventually(() -> assertThat(ask(talk, "r1", new Claim("r1", "status", epoch, "w", token.claimId())))
                    .isInstanceOf(Answer.Granted.class));
            ask(talk, "r1", new Fail("r1", "status", token, "w", Fail.Kind.RETRY, "no luck", null));
        }

        assertThat(axis("r1").status()).isEqualTo("failed");
        assertThat(axis("r1").attempts()).isEqualTo(3);
        assertThat(axis("r1").lastError()).isEqualTo("no luck");
        assertThat(dispatches("job", Lane.NORMAL)).containsOnlyOnce("r1");
        eventually(() -> assertThat(dispatches("job", Lane.AGAIN)).hasSize(2).containsOnly("r1"));
    }

    @Test
    @DisplayName("a delayed item is offered when its time has come")
    void delays() {
        NewItem later = new NewItem("d1", "ping", 0, null, Json.parse("{}"), 1_000);
        await(talk.ask(TENANT, "d1", new Create(later, null)));
        assertThat(axis("d1").wakeup()).contains("starts on queue ping at");

        eventually(() -> assertThat(dispatches("ping", Lane.NORMAL)).containsOnlyOnce("d1"));
    }

    @Test
    @DisplayName("X4 a completion spawns in place and, through the log, on another partition")
    void spawns() {
        create(talk, "ping", "parent");
        ask(talk, "parent", new Claim("parent", "status", 1, "w", "c"));
        List<NewItem> spawn = List.of(
                NewItem.of("near-child", "ping", Json.parse("{\"of\":\"parent\"}")),
                new NewItem("far-child", "ping", 0, "another-key", Json.parse("{}"), 0));

        ask(talk, "parent", new Complete("parent", "status", new Token(1, "c"), "w", null, null, spawn, false));

        assertThat(service.reads().item(TENANT, "near-child")).hasValueSatisfying(child -> {
            assertThat(child.parent()).isEqualTo("parent");
            assertThat(child.partitionKey()).isEqualTo("parent");
        });
        eventually(() -> assertThat(service.reads().item(TENANT, "far-child"))
                .hasValueSatisfying(child -> assertThat(child.partitionKey()).isEqualTo("another-key")));
    }

    @Test
    @DisplayName("a create that names a version not yet there waits for it")
    void parks() {
        NewItem early = new NewItem("early", "report", 1, null, Json.parse("{}"), 0);
        var answer = talk.ask(TENANT, "early", new Create(early, null));
        eventually(() -> assertThat(facts()).anyMatch(fact -> fact instanceof Event.Parked));
        assertThat(answer).isNotDone();

        cluster.define(talk, "report.yaml");

        assertThat(await(answer)).isEqualTo(new Answer.Applied("early", "Create", 0));
        assertThat(axis("early").status()).isEqualTo("queued");
    }

    @Test
    @DisplayName("A32 an edge the machine does not have is refused over the log, and nothing changes")
    void refusesIllegalEdges() {
        create(talk, "ping", "e1");

        Answer refused = ask(talk, "e1", new Transition("e1", "status", "done", null));

        assertThat(refused).isInstanceOfSatisfying(Answer.Denied.class, denied -> {
            assertThat(denied.reason()).isEqualTo(Refusal.ILLEGAL_EDGE);
            assertThat(denied.message()).contains("queued → done");
        });
        assertThat(axis("e1").status()).isEqualTo("queued");
    }

    @Test
    @DisplayName("A65 a scenario of the simulation is decided by a real state-store to the very same facts")
    void playsTheSimulation() {
        String bootstrap = cluster.connection().bootstrap();
        try (PlayedScenario played = new PlayedScenario(Scenario.of(8, 220), bootstrap, dir.resolve("sim"))) {
            assertThat(played.size()).isGreaterThan(100);
            for (int each = 0; each < played.partitions(); each++) {
                int partition = each;
                List<EventRecord> simulated = played.simulated(partition);

                eventually(() -> assertThat(played.decided(partition)).isEqualTo(simulated));
            }
        }
    }

    private static AxisView axis(String id) {
        return service.reads().item(TENANT, id).orElseThrow().axes().get("status");
    }

    private static List<String> dispatches(String queue, Lane lane) {
        String topic = cluster.connection().plan().work(queue, lane);
        return Topic.read(cluster.connection(), topic, Formats.DISPATCHES).stream()
                .map(DispatchRecord::dispatch)
                .map(dispatch -> dispatch.itemId())
                .toList();
    }

    private static List<Event> facts() {
        return Topic.read(cluster.connection(), cluster.connection().plan().events(), Formats.EVENTS).stream()
                .map(fact -> fact.event())
                .toList();
    }

    private static void eventually(ThrowingRunnable assertion) {
        Awaitility.await().atMost(Duration.ofSeconds(20)).untilAsserted(assertion);
    }
}

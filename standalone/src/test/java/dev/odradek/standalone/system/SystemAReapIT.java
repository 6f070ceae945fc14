package dev.odradek.standalone.system;

import static dev.odradek.standalone.system.Eventually.eventually;
import static dev.odradek.standalone.system.Eventually.meanwhile;
import static org.assertj.core.api.Assertions.assertThat;

import dev.odradek.statestore.StateStoreService;
import dev.odradek.statestore.read.AxisView;
import dev.odradek.topics.command.Command;
import dev.odradek.topics.command.ItemCommand.Claim;
import dev.odradek.topics.command.ItemCommand.Fail;
import dev.odradek.topics.command.ItemCommand.Transition;
import dev.odradek.topics.command.Token;
import dev.odradek.topics.event.Answer;
import dev.odradek.topics.event.Dispatch;
import dev.odradek.topics.event.DispatchRecord;
import dev.odradek.topics.event.Lane;
import dev.odradek.topics.event.Why;
import dev.odradek.topics.route.Conversation;
import dev.odradek.topics.route.Ids;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** Claims are made under incarnations that say nothing ever, unless a test speaks for them. */
@DisplayName("The reaper over system A's machines")
class SystemAReapIT {
    /** A canary gap shorter than the silence: on a machine that stands still at times the living stay alive. */
    private static final Map<String, String> IMPATIENT =
            Map.of("presence-timeout", "1s", "grace", "1s", "canary", "200ms", "gap", "500ms");

    private static final String REQUEUED = "lease expired; requeued";
    private static final Rule SYNC = new Rule("issues", "notion_sync", "notion-sync", "dirty", "syncing");
    private static final List<Rule> LIFECYCLES = List.of(
            new Rule("tasks", "status", "tasks", "queued", "running"),
            new Rule("trophies", "status", "trophies", "queued", "deduping"),
            new Rule("issues", "status", "fixes", "approved", "fixing"),
            new Rule("bamlBuilds", "status", "builds", "queued", "building"));

    /** Where a claim on one axis leads, and where a dead one must lead back to. */
    private record Rule(String machine, String axis, String queue, String from, String into) {}

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    static Path dir;

    private static Rig rig;
    private static StateStoreService service;
    private static Conversation talk;
    private static Topics topics;

    @BeforeAll
    static void start() {
        rig = Rig.start(dir, 3);
        rig.reaper(IMPATIENT);
        service = rig.stateStore();
        talk = rig.conversation();
        topics = new Topics(rig.connection());
        Stream.of("tasks", "trophies", "issues", "builds").map(SystemA::yaml).forEach(rig::define);
    }

    @AfterAll
    static void close() {
        talk.close();
        service.close();
        rig.close();
    }

    @Test
    @DisplayName("A52 each of the five rules leads a dead claim back to where it says, and the work is offered again")
    void fiveRules() {
        List<Rule> rules = Stream.concat(LIFECYCLES.stream(), Stream.of(SYNC)).toList();
        rules.stream().map(Rule::machine).distinct().forEach(machine -> create(machine, "back-" + machine));

        Map<Rule, Long> epochs = rules.stream()
                .collect(Collectors.toMap(
                        rule -> rule,
                        rule -> view("back-" + rule.machine(), rule).epoch()));
        rules.forEach(rule -> crash("back-" + rule.machine(), rule));

        for (Rule rule : rules) {
            String id = "back-" + rule.machine();
            eventually(() -> assertFree(view(id, rule), rule.from(), REQUEUED, 1));
            eventually(() -> assertThat(offeredAgain(id, rule)).singleElement().satisfies(again -> {
                assertThat(again.axis()).isEqualTo(rule.axis());
                assertThat(again.epoch()).isEqualTo(epochs.get(rule) + 1);
                assertThat(again.attempt()).isEqualTo(2);
            }));
        }
    }

    /** The lifecycles begin to crash one round later, so that no axis could hide behind another's count. */
    @Test
    @DisplayName("A54 a lifecycle fails after its fourth crash, not before; the sync axis is offered for ever")
    void fourCrashes() {
        LIFECYCLES.forEach(rule -> create(rule.machine(), "crash-" + rule.machine()));
        String synced = "crash-" + SYNC.machine();

        for (int round = 1; round <= 5; round++) {
            int crashes = round - 1;
            crash(synced, SYNC);
            if (crashes > 0) {
                LIFECYCLES.forEach(rule -> crash("crash-" + rule.machine(), rule));
            }
            int syncs = round;
            eventually(() -> assertFree(view(synced, SYNC), SYNC.from(), REQUEUED, syncs));
            for (Rule rule : LIFECYCLES) {
                String state = crashes < 4 ? rule.from() : "failed";
                String error = crashes == 0 ? null : crashes < 4 ? REQUEUED : "lease expired; max attempts";
                eventually(() -> assertFree(view("crash-" + rule.machine(), rule), state, error, crashes));
            }
        }

        eventually(() -> assertThat(ends(synced, SYNC)).hasSize(5).containsOnly(Why.EXPIRED));
        for (Rule rule : LIFECYCLES) {
            eventually(() -> assertThat(ends("crash-" + rule.machine(), rule))
                    .containsExactly(Why.EXPIRED, Why.EXPIRED, Why.EXPIRED, Why.EXHAUSTED));
        }
    }

    @Test
    @DisplayName("A58 a sync that failed by exception is seen, and a transition makes it dirty and claimable again")
    void failedSync() {
        create("issues", "broken");
        long epoch = view("broken", SYNC).epoch();
        granted("broken", new Claim("broken", SYNC.axis(), epoch, "w", "first"));
        applied(
                "broken",
                new Fail("broken", SYNC.axis(), new Token(epoch, "first"), "w", Fail.Kind.EXCEPTION, "boom", null));
        eventually(() -> assertFree(view("broken", SYNC), "failed", "boom", 1));

        applied("broken", new Transition("broken", SYNC.axis(), "dirty", null));

        eventually(() -> assertThat(view("broken", SYNC).status()).isEqualTo("dirty"));
        granted("broken", new Claim("broken", SYNC.axis(), view("broken", SYNC).epoch(), "w", "second"));
    }

    @Test
    @DisplayName("A53 A56 among 500 living leases exactly those of a silent worker are taken back, and all of them")
    void onlyTheSilent() {
        List<String> living = rig.post("issues", Rig.ids("living", 0, 500));
        List<String> silent = rig.post("issues", Rig.ids("silent", 0, 60));
        try (SpokenFor voice =
                SpokenFor.every(Duration.ofMillis(100), rig.connection(), "voice", SYNC.axis(), living)) {
            claimAll(living, "voice");
            claimAll(silent, "ghost");

            eventually(() -> assertThat(takenBack("living", "silent")).containsExactlyElementsOf(silent));
            meanwhile(
                    Duration.ofSeconds(3),
                    () -> assertThat(takenBack("living", "silent")).containsExactlyElementsOf(silent));
            assertThat(voice.words()).isPositive();
        }

        eventually(() -> assertThat(takenBack("living")).containsExactlyElementsOf(living));
    }

    /** A new item; an issue is moved on to where its fix can be claimed. */
    private static void create(String machine, String id) {
        rig.post(machine, List.of(id));
        if (machine.equals("issues")) {
            applied(id, new Transition(id, "status", "confirmed", null));
            applied(id, new Transition(id, "status", "approved", null));
        }
        eventually(() -> assertThat(service.reads().item(Rig.TENANT, id)).isPresent());
    }

    /** Claims and is never heard again. */
    private static void crash(String id, Rule rule) {
        String claim = Ids.fresh();
        AxisView before = view(id, rule);
        granted(id, new Claim(id, rule.axis(), before.epoch(), "ghost", claim, "ghost-" + claim));
    }

    private static void claimAll(List<String> ids, String incarnation) {
        List<CompletableFuture<Answer>> answers = ids.stream()
                .map(id -> talk.ask(
                        Rig.TENANT, id, new Claim(id, SYNC.axis(), 1, incarnation, "claim-" + id, incarnation)))
                .toList();
        assertThat(answers).allSatisfy(each -> assertThat(Rig.await(each)).isInstanceOf(Answer.Granted.class));
    }

    private static void granted(String id, Command claim) {
        assertThat(Rig.ask(talk, id, claim)).isInstanceOf(Answer.Granted.class);
    }

    private static void applied(String id, Command command) {
        assertThat(Rig.ask(talk, id, command)).isInstanceOf(Answer.Applied.class);
    }

    private static AxisView view(String id, Rule rule) {
        return service.reads().item(Rig.TENANT, id).orElseThrow().axes().get(rule.axis());
    }

    private static void assertFree(AxisView axis, String state, String error, int attempts) {
        assertThat(axis.status()).isEqualTo(state);
        assertThat(axis.lastError()).isEqualTo(error);
        assertThat(axis.attempts()).isEqualTo(attempts);
        assertThat(axis.claimedBy()).isNull();
        assertThat(axis.claimedAt()).isNull();
        assertThat(axis.leaseExpiresAt()).isNull();
    }

    private static List<Dispatch> offeredAgain(String id, Rule rule) {
        return topics.dispatches(rule.queue(), Lane.AGAIN).stream()
                .map(DispatchRecord::dispatch)
                .filter(each -> each.itemId().equals(id))
                .toList();
    }

    /** How the claims on one axis of one item ended. */
    private static List<Why> ends(String id, Rule rule) {
        return new Facts(topics.events())
                .whys(id, rule.axis()).stream()
                        .filter(why -> why == Why.EXPIRED || why == Why.EXHAUSTED)
                        .toList();
    }

    private static Set<String> takenBack(String... prefixes) {
        return new Facts(topics.events())
                .moves(Why.EXPIRED)
                .map(move -> move.fact().entityId())
                .filter(id -> Stream.of(prefixes).anyMatch(id::startsWith))
                .collect(Collectors.toCollection(TreeSet::new));
    }
}

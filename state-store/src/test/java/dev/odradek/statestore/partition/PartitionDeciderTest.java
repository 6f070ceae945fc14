package dev.odradek.statestore.partition;

import static dev.odradek.statestore.item.Desk.answers;
import static dev.odradek.statestore.item.Desk.offers;
import static dev.odradek.statestore.item.Desk.refusal;
import static dev.odradek.statestore.item.Desk.systemA;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.odradek.statestore.core.Decision;
import dev.odradek.statestore.core.Effect;
import dev.odradek.statestore.item.Desk;
import dev.odradek.topics.command.Command;
import dev.odradek.topics.command.CommandRecord;
import dev.odradek.topics.command.ItemCommand.Claim;
import dev.odradek.topics.command.ItemCommand.Complete;
import dev.odradek.topics.command.ItemCommand.Create;
import dev.odradek.topics.command.ItemCommand.Fail;
import dev.odradek.topics.command.NewItem;
import dev.odradek.topics.command.PartitionCommand.Adopt;
import dev.odradek.topics.command.PartitionCommand.Define;
import dev.odradek.topics.command.PartitionCommand.Level;
import dev.odradek.topics.command.Token;
import dev.odradek.topics.event.Answer;
import dev.odradek.topics.event.Event;
import dev.odradek.topics.event.Refusal;
import dev.odradek.topics.event.Timer;
import dev.odradek.topics.event.Wakeup;
import dev.odradek.topics.format.Json;
import dev.odradek.topics.machine.MachineYaml;
import dev.odradek.topics.route.Routing;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

@DisplayName("Which definitions and which level a partition decides by")
class PartitionDeciderTest {
    private static final JsonNode TASKS = systemA("tasks");
    private static final int PARTITIONS = 3;

    private static JsonNode tasks(String replaced, String by) {
        return MachineYaml.parse(TASKS.toString().replace(replaced, by));
    }

    private static Desk home() {
        return new Desk(Routing.home(Desk.TENANT, "tasks", PARTITIONS), PARTITIONS);
    }

    private static Create create(String id, int version) {
        return new Create(new NewItem(id, "tasks", version, null, Json.parse("{}"), 0), null);
    }

    private static List<Timer.Send> sent(Decision decision) {
        return decision.effects().stream()
                .filter(effect -> effect instanceof Effect.SetTimer set && set.timer() instanceof Timer.Send)
                .map(effect -> (Timer.Send) ((Effect.SetTimer) effect).timer())
                .toList();
    }

    /** A key that belongs to the partition of {@code desk}. */
    private static String keyOn(int partition) {
        return Stream.iterate(0, i -> i + 1)
                .map(i -> "k" + i)
                .filter(key -> Routing.partition(Desk.TENANT, key, PARTITIONS) == partition)
                .findFirst()
                .orElseThrow();
    }

    @Test
    @DisplayName("a definition gets its version at home, and every other partition is told")
    void defines() {
        Desk desk = home();

        Decision first = desk.tell(new Define("tasks", TASKS));
        Decision second = desk.tell(new Define("tasks", tasks("30m", "10m")));
        Decision same = desk.tell(new Define("tasks", tasks("30m", "10m")));

        assertThat(answers(first)).containsExactly(new Answer.Applied("tasks", "Define", 1));
        assertThat(answers(second)).containsExactly(new Answer.Applied("tasks", "Define", 2));
        assertThat(answers(same)).containsExactly(new Answer.Applied("tasks", "Define", 2));
        assertThat(sent(first))
                .hasSize(PARTITIONS - 1)
                .allMatch(send -> send.command().command().equals(new Adopt("tasks", 1, TASKS)));
        assertThat(sent(same)).as("told again, in case one has not heard").hasSize(PARTITIONS - 1);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("refusals")
    @DisplayName("a definition that cannot be used is refused and changes nothing")
    void refuses(String rule, Desk given, Command when, Refusal reason) {
        var before = given.rows();

        Decision decision = given.tell(when);

        assertThat(refusal(decision)).as(rule).contains(reason);
        assertThat(given.rows()).isEqualTo(before);
        assertThat(sent(decision)).isEmpty();
    }

    static Stream<Arguments> refusals() {
        int elsewhere = (Routing.home(Desk.TENANT, "tasks", PARTITIONS) + 1) % PARTITIONS;
        Desk knows = home();
        knows.tell(new Define("tasks", TASKS));
        JsonNode limited = tasks("\"max_attempts\":4", "\"max_in_flight\":2");
        return Stream.of(
                arguments(
                        "away from home",
                        new Desk(elsewhere, PARTITIONS),
                        new Define("tasks", TASKS),
                        Refusal.WRONG_PARTITION),
                arguments("under another name", new Desk(0, 1), new Define("trophies", TASKS), Refusal.BAD_DEFINITION),
                arguments(
                        "an unknown state",
                        home(),
                        new Define("tasks", tasks("\"done\":\"done\"", "\"done\":\"moon\"")),
                        Refusal.BAD_DEFINITION),
                arguments(
                        "a limit that not every partition gets a share of",
                        home(),
                        new Define("tasks", limited),
                        Refusal.BAD_DEFINITION),
                arguments("a version known already", knows, new Adopt("tasks", 1, TASKS), Refusal.OLD_VERSION),
                arguments("a level that is over", home(), new Level(1), Refusal.OLD_LEVEL));
    }

    @Test
    @DisplayName("a back-off longer than commands are kept is refused with the reason, from level 3 on")
    void refusesBackoffsBeyondTheRetention() {
        JsonNode patient = tasks("\"max_attempts\":4", "\"backoff\":{\"base\":\"1d\",\"cap\":\"40d\"}");
        Desk old = home();
        Desk desk = home();
        desk.tell(new Level(3));

        Decision before = old.tell(new Define("tasks", patient));
        Decision decision = desk.tell(new Define("tasks", patient));

        assertThat(answers(before)).containsExactly(new Answer.Applied("tasks", "Define", 1));
        assertThat(answers(decision)).singleElement().isInstanceOfSatisfying(Answer.Denied.class, denied -> {
            assertThat(denied.reason()).isEqualTo(Refusal.BAD_DEFINITION);
            assertThat(denied.message()).contains("40 days", "kept for 28", "lower its cap");
        });
        assertThat(sent(decision)).isEmpty();
    }

    @Test
    @DisplayName("an item that names a version to come waits for it, and its creator hears when it has come")
    void parks() {
        Desk desk = new Desk(0, 1);
        Decision early = desk.tell(
                CommandRecord.of(Desk.TENANT, "early", "key", create("t", 2)).askedBy(Desk.ASKER));
        assertThat(early.facts())
                .singleElement()
                .satisfies(fact -> assertThat(fact.event()).isInstanceOf(Event.Parked.class));
        assertThat(answers(early)).isEmpty();

        desk.tell(new Adopt("tasks", 1, TASKS));
        assertThat(desk.item("t")).isNull();
        Decision come = desk.tell(new Adopt("tasks", 2, tasks("30m", "10m")));

        assertThat(desk.item("t").version()).isEqualTo(2);
        assertThat(offers(come)).hasSize(1);
        assertThat(answers(come)).contains(new Answer.Applied("t", "Create", 0));
        assertThat(come.facts()).anyMatch(fact -> fact.commandId().equals("early"));
        assertThat(desk.rows().keySet()).noneMatch(key -> key.startsWith("park"));
    }

    @Test
    @DisplayName("a lower version that comes late is learnt too, but does not become the newest")
    void adopts_out_of_order() {
        Desk desk = new Desk(0, 1);
        desk.tell(new Adopt("tasks", 2, tasks("30m", "10m")));
        desk.tell(new Adopt("tasks", 1, TASKS));

        desk.tell(create("new", 0));
        desk.tell(create("old", 1));

        assertThat(desk.item("new").version()).isEqualTo(2);
        assertThat(desk.item("old").version()).isEqualTo(1);
    }

    @Test
    @DisplayName("no more than a thousand wait for one version")
    void parks_within_limits() {
        Desk desk = new Desk(0, 1);
        for (int i = 0; i < 1000; i++) {
            assertThat(refusal(desk.tell(create("t" + i, 9)))).isEmpty();
        }

        assertThat(refusal(desk.tell(create("one more", 9)))).contains(Refusal.TOO_MANY_PARKED);
    }

    @Test
    @DisplayName("an item is created only where its key belongs, under one content, of a machine that is known")
    void creates() {
        Desk desk = home();
        desk.tell(new Define("tasks", TASKS));
        int here = Routing.home(Desk.TENANT, "tasks", PARTITIONS);
        CommandRecord misrouted = CommandRecord.of(Desk.TENANT, "a", keyOn((here + 1) % PARTITIONS), create("t", 0));
        NewItem other = new NewItem("t", "tasks", 0, null, Json.parse("{\"n\":2}"), 0);
        NewItem unknown = new NewItem("u", "trophies", 0, null, Json.parse("{}"), 0);

        assertThat(refusal(desk.tell(misrouted))).contains(Refusal.WRONG_PARTITION);
        assertThat(refusal(desk.tell(CommandRecord.of(Desk.TENANT, "b", keyOn(here), create("t", 0)))))
                .isEmpty();
        assertThat(refusal(desk.tell(CommandRecord.of(Desk.TENANT, "c", keyOn(here), create("t", 0)))))
                .contains(Refusal.DUPLICATE);
        assertThat(refusal(desk.tell(CommandRecord.of(Desk.TENANT, "d", keyOn(here), new Create(other, null)))))
                .contains(Refusal.CONFLICT);
        assertThat(refusal(desk.tell(CommandRecord.of(Desk.TENANT, "e", keyOn(here), new Create(unknown, null)))))
                .contains(Refusal.UNKNOWN_MACHINE);
    }

    @Test
    @DisplayName("an item spawned with another key is sent there, bound to the version its parent's partition knows")
    void spawns_elsewhere() {
        Desk desk = home();
        desk.tell(new Define("tasks", TASKS));
        int here = Routing.home(Desk.TENANT, "tasks", PARTITIONS);
        String away = keyOn((here + 1) % PARTITIONS);
        desk.tell(CommandRecord.of(Desk.TENANT, "b", keyOn(here), create("t", 0)));
        desk.tell(new Claim("t", "status", 1, "w", "c"));
        NewItem child = new NewItem("child", "tasks", 0, away, Json.parse("{}"), 0);

        Decision decision =
                desk.tell(new Complete("t", "status", new Token(1, "c"), "w", null, null, List.of(child), false));

        Timer.Send send = sent(decision).get(0);
        assertThat(send.partition()).isEqualTo((here + 1) % PARTITIONS);
        assertThat(send.command().partitionKey()).isEqualTo(away);
        assertThat(((Create) send.command().command()).item().version()).isEqualTo(1);
        assertThat(((Create) send.command().command()).parent()).isEqualTo("t");
    }

    @Test
    @DisplayName("back-offs are the same for all on level 1 and spread from level 2 on")
    void levels() {
        Desk desk = Desk.with(tasks("\"max_attempts\":4", "\"backoff\":{\"base\":\"10s\",\"jitter\":1}"));

        List<Long> before = List.of(wait(desk, "a"), wait(desk, "b"));
        desk.tell(new Level(2));
        List<Long> after = List.of(wait(desk, "c"), wait(desk, "d"));

        assertThat(before).containsOnly(10_000L);
        assertThat(after).doesNotHaveDuplicates().allMatch(wait -> wait >= 0 && wait <= 10_000);
    }

    @Test
    @DisplayName("a level this code does not know stops it")
    void stops_at_unknown_levels() {
        assertThatThrownBy(() -> new Desk(0, 1).tell(new Level(Core.NEWEST_LEVEL + 1)))
                .isInstanceOf(UnsupportedLevelException.class);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("names")
    @DisplayName("tenants and ids that could not be kept apart are refused")
    void refuses_odd_names(String rule, String tenant, String id) {
        Desk desk = Desk.with(TASKS);

        Decision decision = desk.tell(CommandRecord.of(tenant, "a", "key", create(id, 0)));

        assertThat(refusal(decision)).as(rule).contains(Refusal.BAD_REQUEST);
    }

    static Stream<Arguments> names() {
        return Stream.of(
                arguments("a tenant with a slash", "a/b", "t"),
                arguments("no tenant", "", "t"),
                arguments("a blank id", Desk.TENANT, " "),
                arguments("an id with a line break", Desk.TENANT, "a\nb"),
                arguments("an id that is too long", Desk.TENANT, "t".repeat(256)));
    }

    private static long wait(Desk desk, String id) {
        desk.post(id, "tasks");
        desk.claim(id, "status");
        desk.tell(new Fail(id, "status", new Token(1, "c-1"), "w", Fail.Kind.RETRY, "", null));
        return ((Wakeup.Backoff) desk.axis(id, "status").wakeup()).dueAt() - desk.now();
    }
}

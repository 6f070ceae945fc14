package dev.odradek.statestore.item;

import static dev.odradek.statestore.item.Desk.answers;
import static dev.odradek.statestore.item.Desk.moves;
import static dev.odradek.statestore.item.Desk.offers;
import static dev.odradek.statestore.item.Desk.refusal;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.odradek.statestore.core.Decision;
import dev.odradek.topics.command.ItemCommand;
import dev.odradek.topics.command.ItemCommand.Cancel;
import dev.odradek.topics.command.ItemCommand.Claim;
import dev.odradek.topics.command.ItemCommand.Complete;
import dev.odradek.topics.command.ItemCommand.Expire;
import dev.odradek.topics.command.ItemCommand.Fail;
import dev.odradek.topics.command.ItemCommand.Patch;
import dev.odradek.topics.command.ItemCommand.Redispatch;
import dev.odradek.topics.command.ItemCommand.Release;
import dev.odradek.topics.command.ItemCommand.Requeue;
import dev.odradek.topics.command.ItemCommand.Transition;
import dev.odradek.topics.command.ItemCommand.Wake;
import dev.odradek.topics.command.NewItem;
import dev.odradek.topics.command.Token;
import dev.odradek.topics.event.Answer;
import dev.odradek.topics.event.Refusal;
import dev.odradek.topics.event.Wakeup;
import dev.odradek.topics.format.Json;
import dev.odradek.topics.machine.MachineYaml;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

@DisplayName("What may be done to an item, and what is refused")
class ItemDeciderTest {
    static final JsonNode JOB = MachineYaml.parse("""
            machine: job
            axes:
              status:
                states: [todo, doing, half, done, stopped, failed]
                initial: todo
                terminal: [done, failed]
                edges: {todo: [stopped], stopped: [todo], doing: [half, stopped], half: [done, half]}
                claims:
                  - {queue: jobs, from: todo, into: doing, done: done, max_attempts: 2, lease: 30s,
                     backoff: {base: 1s, jitter: 0}}
            """);
    static final Token HELD = new Token(1, "c-1");

    /** An item called {@code x} that came as far as the sentence says. */
    static Desk todo() {
        Desk desk = Desk.with(JOB);
        desk.post("x", "job");
        return desk;
    }

    static Desk doing() {
        Desk desk = todo();
        desk.claim("x", "status");
        return desk;
    }

    static Desk told(Desk desk, ItemCommand... commands) {
        for (ItemCommand command : commands) {
            assertThat(refusal(desk.tell(command))).as("given " + command).isEmpty();
        }
        return desk;
    }

    static Complete complete(Token token, String to) {
        return new Complete("x", "status", token, "w", to, null, List.of(), false);
    }

    static Complete keeping(String to) {
        return new Complete("x", "status", HELD, "w", to, null, List.of(), true);
    }

    static Fail fail(Fail.Kind kind) {
        return new Fail("x", "status", HELD, "w", kind, "no luck", null);
    }

    static Claim claim(long epoch, String claimId) {
        return new Claim("x", "status", epoch, "w", claimId);
    }

    static Transition go(String to) {
        return new Transition("x", "status", to, null);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource({"byWorkers", "byOthers"})
    @DisplayName("a wish that may be granted moves the axis")
    void grants(String rule, Desk given, ItemCommand when, String state, Class<? extends Wakeup> waitsFor) {
        Decision decision = given.tell(when);

        assertThat(refusal(decision)).as(rule).isEmpty();
        assertThat(given.axis("x", "status").state()).as(rule).isEqualTo(state);
        assertThat(given.axis("x", "status").wakeup()).as(rule).isInstanceOf(waitsFor);
    }

    static Stream<Arguments> byWorkers() {
        Release release = new Release("x", "status", HELD, "w");
        return Stream.of(
                arguments("a worker claims what is offered", todo(), claim(1, "a"), "doing", Wakeup.Leased.class),
                arguments("the holder completes", doing(), complete(HELD, null), "done", Wakeup.Ended.class),
                arguments(
                        "the holder names another end",
                        doing(),
                        complete(HELD, "stopped"),
                        "stopped",
                        Wakeup.Outside.class),
                arguments(
                        "the holder goes half way and keeps its claim",
                        doing(),
                        keeping("half"),
                        "half",
                        Wakeup.Leased.class),
                arguments(
                        "from half way it goes on",
                        told(doing(), keeping("half")),
                        complete(HELD, "done"),
                        "done",
                        Wakeup.Ended.class),
                arguments(
                        "what failed waits before it is tried again",
                        doing(),
                        fail(Fail.Kind.RETRY),
                        "todo",
                        Wakeup.Backoff.class),
                arguments("giving up fails at once", doing(), fail(Fail.Kind.GIVE_UP), "failed", Wakeup.Ended.class),
                arguments(
                        "an exception fails at once unless the rule says otherwise",
                        doing(),
                        fail(Fail.Kind.EXCEPTION),
                        "failed",
                        Wakeup.Ended.class),
                arguments("what is given back is offered again", doing(), release, "todo", Wakeup.Dispatched.class),
                arguments(
                        "a silent holder loses it",
                        doing(),
                        new Expire("x", "status", 1),
                        "todo",
                        Wakeup.Dispatched.class));
    }

    static Stream<Arguments> byOthers() {
        Wake wake = new Wake("x", "status", 2);
        return Stream.of(
                arguments("an outsider moves along an edge", todo(), go("stopped"), "stopped", Wakeup.Outside.class),
                arguments(
                        "and back to where it is claimed",
                        told(todo(), go("stopped")),
                        go("todo"),
                        "todo",
                        Wakeup.Dispatched.class),
                arguments(
                        "anyone may patch",
                        todo(),
                        new Patch("x", Json.parse("{\"a\":1}")),
                        "todo",
                        Wakeup.Dispatched.class),
                arguments(
                        "a lost dispatch is sent again",
                        todo(),
                        new Redispatch("x", "status", 1),
                        "todo",
                        Wakeup.Dispatched.class),
                arguments(
                        "a back-off ends", told(doing(), fail(Fail.Kind.RETRY)), wake, "todo", Wakeup.Dispatched.class),
                arguments(
                        "an operator cuts a back-off short",
                        told(doing(), fail(Fail.Kind.RETRY)),
                        new Requeue("x", "status"),
                        "todo",
                        Wakeup.Dispatched.class),
                arguments(
                        "an operator gives what failed a second chance",
                        told(doing(), fail(Fail.Kind.GIVE_UP)),
                        new Requeue("x", "status"),
                        "todo",
                        Wakeup.Dispatched.class),
                arguments(
                        "what is held can be cancelled",
                        doing(),
                        new Cancel("x", null),
                        "cancelled",
                        Wakeup.Ended.class));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource({"refusedToWorkers", "refusedToOthers"})
    @DisplayName("A23: a wish that may not be granted is refused, told, and changes nothing")
    void refuses(String rule, Desk given, ItemCommand when, Refusal reason) {
        var before = given.rows();

        Decision decision = given.tell(when);

        assertThat(refusal(decision)).as(rule).contains(reason);
        assertThat(given.rows()).as(rule).isEqualTo(before);
        assertThat(offers(decision)).as(rule).isEmpty();
        assertThat(answers(decision)).as(rule).singleElement().isInstanceOf(Answer.Denied.class);
    }

    static Stream<Arguments> refusedToWorkers() {
        Complete badPatch = new Complete("x", "status", HELD, "w", null, Json.parse("[]"), List.of(), false);
        Complete badSpawn = new Complete(
                "x", "status", HELD, "w", null, null, List.of(NewItem.of("y", "no", Json.parse("{}"))), false);
        Complete conflict = new Complete(
                "x", "status", HELD, "w", null, null, List.of(NewItem.of("x", "job", Json.parse("{\"n\":2}"))), false);
        return Stream.of(
                arguments("another worker comes second", doing(), claim(1, "b"), Refusal.ALREADY_CLAIMED),
                arguments("a claim of an epoch to come", todo(), claim(2, "a"), Refusal.STALE_TOKEN),
                arguments(
                        "a claim of what others hold by now",
                        told(doing(), new Expire("x", "status", 1), claim(2, "b")),
                        claim(1, "a"),
                        Refusal.STALE_TOKEN),
                arguments(
                        "a claim before its time",
                        told(doing(), fail(Fail.Kind.RETRY)),
                        claim(2, "a"),
                        Refusal.NOT_CLAIMABLE),
                arguments(
                        "a claim where nobody claims",
                        told(todo(), go("stopped")),
                        claim(1, "a"),
                        Refusal.NOT_CLAIMABLE),
                arguments(
                        "a claim of what has ended", told(doing(), complete(HELD, null)), claim(1, "a"), Refusal.ENDED),
                arguments(
                        "a result with another's claim id",
                        doing(),
                        complete(new Token(1, "other"), null),
                        Refusal.STALE_TOKEN),
                arguments(
                        "a result of an epoch that is over",
                        told(doing(), new Expire("x", "status", 1)),
                        complete(HELD, null),
                        Refusal.STALE_TOKEN),
                arguments("a result without a claim", todo(), complete(HELD, null), Refusal.STALE_TOKEN),
                arguments(
                        "a failure of a worker that lost its lease",
                        told(doing(), new Expire("x", "status", 1)),
                        fail(Fail.Kind.RETRY),
                        Refusal.STALE_TOKEN),
                arguments(
                        "a late result though its item is held again",
                        told(doing(), new Expire("x", "status", 1), claim(2, "b")),
                        complete(HELD, null),
                        Refusal.STALE_TOKEN),
                arguments(
                        "a completion to where no edge leads", doing(), complete(HELD, "failed"), Refusal.ILLEGAL_EDGE),
                arguments(
                        "a completion to a state that is not there",
                        doing(),
                        complete(HELD, "moon"),
                        Refusal.ILLEGAL_EDGE),
                arguments("a patch that is no object", doing(), badPatch, Refusal.BAD_REQUEST),
                arguments("a spawn of an unknown machine", doing(), badSpawn, Refusal.UNKNOWN_MACHINE),
                arguments("a spawn under a taken id", doing(), conflict, Refusal.CONFLICT));
    }

    static Stream<Arguments> refusedToOthers() {
        return Stream.of(
                arguments("nothing is known of it", todo(), new Patch("y", Json.parse("{}")), Refusal.UNKNOWN_ITEM),
                arguments("it has no such axis", todo(), new Requeue("x", "colour"), Refusal.UNKNOWN_AXIS),
                arguments("no edge leads there", todo(), go("done"), Refusal.ILLEGAL_EDGE),
                arguments("a held axis is its holder's", doing(), go("stopped"), Refusal.HELD),
                arguments("what is held cannot be requeued", doing(), new Requeue("x", "status"), Refusal.HELD),
                arguments(
                        "what has not failed cannot be requeued",
                        todo(),
                        new Requeue("x", "status"),
                        Refusal.ILLEGAL_EDGE),
                arguments(
                        "what is done cannot be requeued",
                        told(doing(), complete(HELD, null)),
                        new Requeue("x", "status"),
                        Refusal.ILLEGAL_EDGE),
                arguments(
                        "what was cancelled cannot be requeued",
                        told(doing(), new Cancel("x", null)),
                        new Requeue("x", "status"),
                        Refusal.ILLEGAL_EDGE),
                arguments("terminal is final", told(doing(), complete(HELD, null)), go("todo"), Refusal.ENDED),
                arguments(
                        "what has ended cannot be cancelled",
                        told(doing(), complete(HELD, null)),
                        new Cancel("x", null),
                        Refusal.ENDED),
                arguments("a patch that is no object", todo(), new Patch("x", Json.parse("3")), Refusal.BAD_REQUEST),
                arguments("an expiry nobody waits for", todo(), new Expire("x", "status", 1), Refusal.STALE_TOKEN),
                arguments(
                        "an expiry of an earlier holder",
                        told(doing(), new Expire("x", "status", 1), claim(2, "b")),
                        new Expire("x", "status", 1),
                        Refusal.STALE_TOKEN),
                arguments("a wake-up of what does not sleep", todo(), new Wake("x", "status", 1), Refusal.STALE_TOKEN),
                arguments(
                        "a redispatch of what is held",
                        doing(),
                        new Redispatch("x", "status", 1),
                        Refusal.STALE_TOKEN));
    }

    @Test
    @DisplayName("a denied claim says who holds it")
    void names_the_holder() {
        Desk desk = doing();

        Answer answer = answers(desk.tell(claim(1, "b"))).get(0);

        assertThat(((Answer.Denied) answer).holder()).isEqualTo("w");
    }

    @Test
    @DisplayName("whoever holds what is cancelled or expires is told to stop")
    void revokes() {
        Decision expired = doing().tell(new Expire("x", "status", 1));
        Decision cancelled = doing().tell(new Cancel("x", "enough"));

        assertThat(answers(expired)).contains(new Answer.Revoked("x", "status", 1, "c-1", "lease expired"));
        assertThat(answers(cancelled)).contains(new Answer.Revoked("x", "status", 1, "c-1", "enough"));
    }

    @Test
    @DisplayName("a failure that leads into another queue starts counting there")
    void counts_attempts_per_queue() {
        Desk desk = Desk.with(MachineYaml.parse("""
                machine: job
                axes:
                  status:
                    states: [todo, doing, broken, mending, done, failed]
                    initial: todo
                    terminal: [done, failed]
                    claims:
                      - {queue: jobs, from: todo, into: doing, done: done, on_failure: broken, max_attempts: 3}
                      - {queue: mend, from: broken, into: mending, done: done, max_attempts: 1}
                """));
        desk.post("x", "job");
        desk.claim("x", "status");

        desk.tell(fail(Fail.Kind.GIVE_UP));
        desk.claim("x", "status");

        assertThat(desk.axis("x", "status").state()).isEqualTo("mending");
        assertThat(desk.axis("x", "status").attempts()).isEqualTo(1);
    }

    @Test
    @DisplayName("a completion spawns in the same step, and a repeat spawns nothing more")
    void spawns() {
        Desk desk = doing();
        NewItem child = NewItem.of("y", "job", Json.parse("{}"));

        Decision decision = desk.tell(new Complete("x", "status", HELD, "w", null, null, List.of(child, child), false));

        assertThat(moves(decision)).hasSize(1);
        assertThat(offers(decision)).hasSize(1);
        assertThat(desk.item("y").parent()).isEqualTo("x");
        assertThat(desk.item("y").partitionKey()).isEqualTo(desk.item("x").partitionKey());
    }
}

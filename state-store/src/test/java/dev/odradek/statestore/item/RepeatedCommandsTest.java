package dev.odradek.statestore.item;

import static dev.odradek.statestore.item.Desk.answers;
import static dev.odradek.statestore.item.Desk.offers;
import static dev.odradek.statestore.item.Desk.refusal;
import static dev.odradek.statestore.item.ItemDeciderTest.HELD;
import static dev.odradek.statestore.item.ItemDeciderTest.JOB;
import static dev.odradek.statestore.item.ItemDeciderTest.claim;
import static dev.odradek.statestore.item.ItemDeciderTest.complete;
import static dev.odradek.statestore.item.ItemDeciderTest.doing;
import static dev.odradek.statestore.item.ItemDeciderTest.fail;
import static dev.odradek.statestore.item.ItemDeciderTest.go;
import static dev.odradek.statestore.item.ItemDeciderTest.keeping;
import static dev.odradek.statestore.item.ItemDeciderTest.todo;
import static dev.odradek.statestore.item.ItemDeciderTest.told;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.odradek.statestore.core.Decision;
import dev.odradek.topics.command.Command;
import dev.odradek.topics.command.CommandRecord;
import dev.odradek.topics.command.ItemCommand.Cancel;
import dev.odradek.topics.command.ItemCommand.Create;
import dev.odradek.topics.command.ItemCommand.Expire;
import dev.odradek.topics.command.ItemCommand.Fail;
import dev.odradek.topics.command.ItemCommand.Patch;
import dev.odradek.topics.command.ItemCommand.Redispatch;
import dev.odradek.topics.command.ItemCommand.Release;
import dev.odradek.topics.command.ItemCommand.Requeue;
import dev.odradek.topics.command.ItemCommand.Wake;
import dev.odradek.topics.command.NewItem;
import dev.odradek.topics.command.PartitionCommand.Adopt;
import dev.odradek.topics.command.PartitionCommand.Define;
import dev.odradek.topics.command.PartitionCommand.Level;
import dev.odradek.topics.command.QueueCommand.Pause;
import dev.odradek.topics.command.QueueCommand.Resume;
import dev.odradek.topics.event.Answer;
import dev.odradek.topics.event.AxisState;
import dev.odradek.topics.format.Json;
import dev.odradek.topics.machine.MachineYaml;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

@DisplayName("A command that arrives twice counts once")
class RepeatedCommandsTest {
    private static final JsonNode OTHER =
            MachineYaml.parse(JOB.toString().replace("\"max_attempts\":2", "\"max_attempts\":3"));

    private static CommandRecord record(Command command) {
        return CommandRecord.of(Desk.TENANT, "twice", "key", command).askedBy(Desk.ASKER);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("commands")
    @DisplayName("X2: the same command id a second time changes nothing, and its asker hears again")
    void counts_once(String rule, Desk given, Command when) {
        assertThat(refusal(given.tell(record(when)))).as("the first time").isEmpty();
        var before = given.rows();

        Decision again = given.tell(record(when));

        assertThat(refusal(again)).as(rule).isPresent();
        assertThat(given.rows()).as(rule).isEqualTo(before);
        assertThat(offers(again)).as(rule).isEmpty();
        assertThat(answers(again)).as(rule).hasSize(1);
    }

    static Stream<Arguments> commands() {
        NewItem item = NewItem.of("y", "job", Json.parse("{}"));
        return Stream.of(
                arguments("Create", todo(), new Create(item, null)),
                arguments("Claim", todo(), claim(1, "a")),
                arguments("Complete", doing(), complete(HELD, null)),
                arguments("Complete, keeping the claim on a state that leads to itself", doing(), keeping("half")),
                arguments("Fail", doing(), fail(Fail.Kind.RETRY)),
                arguments("Release", doing(), new Release("x", "status", HELD, "w")),
                arguments("Transition", todo(), go("stopped")),
                arguments("Patch", todo(), new Patch("x", Json.parse("{\"a\":1}"))),
                arguments("Cancel", todo(), new Cancel("x", null)),
                arguments("Requeue", told(doing(), fail(Fail.Kind.GIVE_UP)), new Requeue("x", "status")),
                arguments("Wake", told(doing(), fail(Fail.Kind.RETRY)), new Wake("x", "status", 2)),
                arguments("Expire", doing(), new Expire("x", "status", 1)),
                arguments("Pause", todo(), new Pause("jobs", null)),
                arguments("Resume", paused(), new Resume("jobs")),
                arguments("Define", todo(), new Define("job", OTHER)),
                arguments("Adopt", todo(), new Adopt("job", 7, OTHER)),
                arguments("Level", todo(), new Level(2)));
    }

    private static Desk paused() {
        Desk desk = todo();
        desk.tell(new Pause("jobs", null));
        return desk;
    }

    @Test
    @DisplayName("X2: a second redispatch offers the same epoch again, which only one claim can win")
    void redispatches_the_same_epoch() {
        Desk desk = todo();
        AxisState before = desk.axis("x", "status");

        desk.tell(record(new Redispatch("x", "status", 1)));
        Decision again = desk.tell(record(new Redispatch("x", "status", 1)));

        assertThat(offers(again)).extracting(each -> each.dispatch().epoch()).containsExactly(before.epoch());
        assertThat(desk.axis("x", "status")).isEqualTo(before);
    }

    @Test
    @DisplayName("X2: a late copy undoes nothing that was decided since")
    void late_copies_undo_nothing() {
        Desk desk = todo();
        desk.tell(record(new Pause("jobs", null)));
        desk.tell(new Resume("jobs"));
        desk.tell(CommandRecord.of(Desk.TENANT, "second", "key", new Define("job", OTHER)));
        desk.tell(new Define("job", JOB));
        desk.tell(CommandRecord.of(Desk.TENANT, "stop", "key", go("stopped")));
        desk.tell(go("todo"));
        var before = desk.rows();

        desk.tell(record(new Pause("jobs", null)));
        Decision define = desk.tell(CommandRecord.of(Desk.TENANT, "second", "key", new Define("job", OTHER))
                .askedBy(Desk.ASKER));
        desk.tell(CommandRecord.of(Desk.TENANT, "stop", "key", go("stopped")));

        assertThat(desk.rows()).isEqualTo(before);
        assertThat(answers(define)).containsExactly(new Answer.Applied("job", "Define", 2));
    }
}

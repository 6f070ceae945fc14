package dev.odradek.statestore.item;

import static dev.odradek.statestore.item.ItemDeciderTest.HELD;
import static dev.odradek.statestore.item.ItemDeciderTest.claim;
import static dev.odradek.statestore.item.ItemDeciderTest.complete;
import static dev.odradek.statestore.item.ItemDeciderTest.doing;
import static dev.odradek.statestore.item.ItemDeciderTest.fail;
import static dev.odradek.statestore.item.ItemDeciderTest.go;
import static dev.odradek.statestore.item.ItemDeciderTest.todo;
import static dev.odradek.statestore.item.ItemDeciderTest.told;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.odradek.statestore.core.Decision;
import dev.odradek.topics.command.CommandRecord;
import dev.odradek.topics.command.ItemCommand;
import dev.odradek.topics.command.ItemCommand.Cancel;
import dev.odradek.topics.command.ItemCommand.Expire;
import dev.odradek.topics.command.ItemCommand.Fail;
import dev.odradek.topics.command.ItemCommand.Release;
import dev.odradek.topics.command.ItemCommand.Requeue;
import dev.odradek.topics.event.Event;
import dev.odradek.topics.event.EventRecord;
import dev.odradek.topics.event.Why;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName("Every accepted transition is one event that says everything")
class TransitionEventsTest {

    @ParameterizedTest(name = "{0}: {3} → {4}")
    @MethodSource("transitions")
    @DisplayName("X1: one event with entity, machine, axis, from, to, epoch, holder, attempt, cause, time and command")
    void says_everything(Why why, Desk given, ItemCommand when, String from, String to, String holder) {
        Decision decision = given.at(77_000).tell(CommandRecord.of(Desk.TENANT, "wish", "key", when));

        assertThat(decision.facts()).hasSize(1);
        EventRecord fact = decision.facts().get(0);
        Event.Moved moved = (Event.Moved) fact.event();
        assertThat(fact.tenant()).isEqualTo(Desk.TENANT);
        assertThat(fact.entityId()).isEqualTo("x");
        assertThat(fact.commandId()).isEqualTo("wish");
        assertThat(fact.ts()).isEqualTo(77_000);
        assertThat(fact.cause().partition()).isZero();
        assertThat(fact.cause().offset()).isPositive();
        assertThat(fact.cause().index()).isZero();
        assertThat(moved.machine()).isEqualTo("job");
        assertThat(moved.axis()).isEqualTo("status");
        assertThat(moved.why()).isEqualTo(why);
        assertThat(moved.from()).isEqualTo(from);
        assertThat(moved.to()).isEqualTo(to);
        assertThat(moved.holder()).isEqualTo(holder);
        assertThat(moved.attempt()).isEqualTo(holder == null && why != Why.REQUEUED ? 0 : exhausted(why) ? 2 : 1);
        assertThat(moved.epoch()).isEqualTo(given.axis("x", "status").epoch());
    }

    private static boolean exhausted(Why why) {
        return why == Why.EXHAUSTED;
    }

    static Stream<Arguments> transitions() {
        Desk last = told(doing(), new Expire("x", "status", 1), claim(2, "b"));
        return Stream.of(
                arguments(Why.CLAIMED, todo(), claim(1, "a"), "todo", "doing", "w"),
                arguments(Why.COMPLETED, doing(), complete(HELD, null), "doing", "done", "w"),
                arguments(Why.FAILED, doing(), fail(Fail.Kind.GIVE_UP), "doing", "failed", "w"),
                arguments(Why.RETRIED, doing(), fail(Fail.Kind.RETRY), "doing", "todo", "w"),
                arguments(Why.RELEASED, doing(), new Release("x", "status", HELD, "w"), "doing", "todo", "w"),
                arguments(Why.EXPIRED, doing(), new Expire("x", "status", 1), "doing", "todo", "w"),
                arguments(Why.EXHAUSTED, last, new Expire("x", "status", 2), "doing", "failed", "w"),
                arguments(Why.TRANSITIONED, todo(), go("stopped"), "todo", "stopped", null),
                arguments(Why.CANCELLED, doing(), new Cancel("x", null), "doing", "cancelled", "w"),
                arguments(
                        Why.REQUEUED,
                        told(doing(), fail(Fail.Kind.GIVE_UP)),
                        new Requeue("x", "status"),
                        "failed",
                        "todo",
                        null));
    }

    @Test
    @DisplayName("X1: the table above holds every kind of transition")
    void none_is_missing() {
        Set<Object> shown = transitions().map(each -> each.get()[0]).collect(Collectors.toSet());

        assertThat(shown).isEqualTo(EnumSet.allOf(Why.class));
    }
}

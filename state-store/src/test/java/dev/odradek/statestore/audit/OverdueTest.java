package dev.odradek.statestore.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.odradek.statestore.item.Desk;
import dev.odradek.topics.command.CommandRecord;
import dev.odradek.topics.command.ItemCommand.Redispatch;
import dev.odradek.topics.command.PartitionCommand.Level;
import dev.odradek.topics.event.Lane;
import dev.odradek.topics.event.Wakeup;
import dev.odradek.topics.machine.MachineYaml;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Offers without a timer")
class OverdueTest {
    private static final long HOUR = Duration.ofHours(1).toMillis();

    /** One axis with an offer that has no timer, one whose offer has one, one that nobody claims. */
    private static Desk desk() {
        Desk desk = Desk.with(MachineYaml.parse("""
                machine: three
                axes:
                  late: {initial: a, states: [a, b, c], terminal: [c],
                    claims: [{queue: late, from: a, into: b, done: c, on_failure: c, redispatch: 18h}]}
                  soon: {initial: a, states: [a, b, c], terminal: [c],
                    claims: [{queue: soon, from: a, into: b, done: c, on_failure: c, redispatch: 1h}]}
                  outside: {initial: a, states: [a, c], terminal: [c], edges: {a: [c]}}
                """));
        desk.tell(new Level(5));
        desk.post("i", "three");
        return desk;
    }

    @Test
    @DisplayName("are to be repeated once they are due, those with one are left to it")
    void due() {
        Desk desk = desk();
        long due = desk.now() + 18 * HOUR;

        assertThat(Overdue.of(Desk.TENANT, desk.item("i"), due - 1)).isEmpty();
        assertThat(Overdue.of(Desk.TENANT, desk.item("i"), due)).singleElement().satisfies(again -> {
            assertThat(again.command()).isEqualTo(new Redispatch("i", "late", 1, due));
            assertThat(again.tenant()).isEqualTo(Desk.TENANT);
            assertThat(again.partitionKey()).isEqualTo("key");
        });
    }

    @Test
    @DisplayName("are repeated once for each time they are due, however often a patrol comes by")
    void again() {
        Desk desk = desk();
        long due = desk.now() + 18 * HOUR;
        CommandRecord first = Overdue.of(Desk.TENANT, desk.item("i"), due).get(0);
        assertThat(Overdue.of(Desk.TENANT, desk.item("i"), due + HOUR)).containsExactly(first);

        desk.at(due + HOUR).tell(first);

        assertThat(Overdue.of(Desk.TENANT, desk.item("i"), due + HOUR)).isEmpty();
        assertThat(Overdue.of(Desk.TENANT, desk.item("i"), due + 19 * HOUR))
                .extracting(CommandRecord::id)
                .doesNotContain(first.id());
    }

    @Test
    @DisplayName("are overlooked if nobody has come by for half a day")
    void overlooked() {
        Wakeup untimed = Wakeup.Dispatched.untimed("q", Lane.NORMAL, 100 * HOUR);

        assertThat(Overdue.isOverlooked(untimed, 0, 112 * HOUR - 1)).isFalse();
        assertThat(Overdue.isOverlooked(untimed, 0, 112 * HOUR)).isTrue();
        assertThat(Overdue.isOverlooked(new Wakeup.Dispatched("q", Lane.NORMAL, 100 * HOUR), 0, 200 * HOUR))
                .isFalse();
        assertThat(Overdue.isOverlooked(new Wakeup.Leased(), 0, 200 * HOUR)).isFalse();
    }

    @Test
    @DisplayName("are not overlooked by who has not been there for half a day")
    void justStarted() {
        Wakeup untimed = Wakeup.Dispatched.untimed("q", Lane.NORMAL, 100 * HOUR);

        assertThat(Overdue.isOverlooked(untimed, 188 * HOUR + 1, 200 * HOUR)).isFalse();
        assertThat(Overdue.isOverlooked(untimed, 188 * HOUR, 200 * HOUR)).isTrue();
    }
}

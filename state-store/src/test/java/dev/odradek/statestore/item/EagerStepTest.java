package dev.odradek.statestore.item;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.odradek.statestore.core.Decision;
import dev.odradek.statestore.core.Effect;
import dev.odradek.statestore.core.Meta;
import dev.odradek.statestore.partition.Core;
import dev.odradek.topics.command.ItemCommand.Complete;
import dev.odradek.topics.command.ItemCommand.Create;
import dev.odradek.topics.command.ItemCommand.Redispatch;
import dev.odradek.topics.command.ItemCommand.Release;
import dev.odradek.topics.command.NewItem;
import dev.odradek.topics.command.PartitionCommand.Level;
import dev.odradek.topics.command.Token;
import dev.odradek.topics.event.AxisState;
import dev.odradek.topics.event.Event;
import dev.odradek.topics.event.Lane;
import dev.odradek.topics.event.Refusal;
import dev.odradek.topics.event.Wakeup;
import dev.odradek.topics.event.Why;
import dev.odradek.topics.format.Json;
import dev.odradek.topics.machine.MachineYaml;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What an eager worker's one command leads to, before level 4 and from there on. */
class EagerStepTest {
    private static final JsonNode JOB = MachineYaml.parse("""
            machine: job
            axes:
              status:
                states: [todo, doing, done, failed]
                initial: todo
                terminal: [done, failed]
                claims: [{queue: jobs, from: todo, into: doing, done: done, mode: eager}]
            """);

    private static Decision create(Desk desk, String id) {
        return desk.tell(new Create(NewItem.of(id, "job", Json.parse("{}")), null));
    }

    private static Complete done(String id, long epoch) {
        return new Complete(id, "status", new Token(epoch, "c-" + epoch), "w", null, null, List.of(), false);
    }

    @Test
    @DisplayName("from level 4 on an eager claim and its completion are one fact, with the state between them")
    void eager_in_one_fact() {
        Desk desk = Desk.with(JOB);
        create(desk, "before");
        Decision two = desk.tell(done("before", 1));
        desk.tell(new Level(4));
        create(desk, "after");
        Decision one = desk.tell(done("after", 1));

        assertThat(Desk.moves(two)).extracting(Event.Moved::through).containsOnlyNulls();
        assertThat(Desk.moves(two)).extracting(Event.Moved::why).containsExactly(Why.CLAIMED, Why.COMPLETED);
        assertThat(Desk.moves(one)).singleElement().satisfies(moved -> {
            assertThat(List.of(moved.from(), String.valueOf(moved.through()), moved.to()))
                    .isEqualTo(List.of(
                            Desk.moves(two).get(0).from(),
                            Desk.moves(two).get(0).to(),
                            Desk.moves(two).get(1).to()));
            assertThat(moved.why()).isEqualTo(Why.COMPLETED);
            assertThat(moved.holder()).isEqualTo(Desk.moves(two).get(1).holder());
        });
        AxisState then = desk.axis("before", "status");
        AxisState now = desk.axis("after", "status");
        assertThat(now)
                .isEqualTo(new AxisState(
                        then.state(),
                        then.from(),
                        then.epoch(),
                        then.attempts(),
                        then.wakeup(),
                        null,
                        null,
                        now.lastCommand()));
    }

    @Test
    @DisplayName("what is offered again by an eager step keeps its timer, until less than half of the wait is left")
    void eager_keeps_its_timer() {
        Desk desk = Desk.with(JOB);
        desk.tell(new Level(4));
        create(desk, "a");
        Wakeup.Dispatched first = offered(desk);
        long wait = first.redispatchAt() - desk.now();

        Decision soon = desk.at(desk.now() + wait / 2).tell(new Release("a", "status", new Token(1, "z"), "w"));
        Wakeup.Dispatched second = offered(desk);
        assertThat(soon.effects()).noneMatch(Effect.SetTimer.class::isInstance);
        assertThat(second).isEqualTo(new Wakeup.Dispatched(first.queue(), Lane.AGAIN, first.redispatchAt(), 1L));

        Decision stale = desk.tell(new Redispatch("a", "status", 2));
        assertThat(Desk.refusal(stale)).contains(Refusal.STALE_TOKEN);

        Decision late = desk.at(desk.now() + wait / 4).tell(new Release("a", "status", new Token(2, "z"), "w"));
        assertThat(late.effects()).anyMatch(Effect.SetTimer.class::isInstance);
        assertThat(offered(desk).timerEpoch()).isNull();
    }

    @Test
    @DisplayName("a timer that was kept offers the work of today, and is set anew")
    void kept_timer_fires() {
        Desk desk = Desk.with(JOB);
        desk.tell(new Level(4));
        create(desk, "a");
        desk.tell(new Release("a", "status", new Token(1, "z"), "w"));

        Decision again = desk.at(offered(desk).redispatchAt()).tell(new Redispatch("a", "status", 1));

        assertThat(Desk.offers(again))
                .singleElement()
                .satisfies(offer -> assertThat(offer.dispatch().epoch()).isEqualTo(2));
        assertThat(again.effects()).anyMatch(Effect.SetTimer.class::isInstance);
        assertThat(offered(desk).timerEpoch()).isNull();
        assertThat(Desk.refusal(desk.tell(new Redispatch("a", "status", 1)))).contains(Refusal.STALE_TOKEN);
    }

    @Test
    @DisplayName("a queue that repeats its offers sooner is not made to wait for the timer of one that does later")
    void sooner() {
        Desk desk = Desk.with(MachineYaml.parse("""
                machine: job
                axes:
                  status:
                    states: [todo, doing, next, ending, done]
                    initial: todo
                    terminal: [done]
                    claims:
                      - {queue: jobs, from: todo, into: doing, done: next, on_failure: done, mode: eager}
                      - {queue: ends, from: next, into: ending, on_failure: done, done: done, mode: eager,
                         redispatch: 1h}
                """));
        desk.tell(new Level(4));
        create(desk, "a");

        Decision step = desk.tell(done("a", 1));

        assertThat(step.effects()).anyMatch(Effect.SetTimer.class::isInstance);
        assertThat(offered(desk)).isEqualTo(new Wakeup.Dispatched("ends", Lane.NORMAL, desk.now() + 3_600_000));
    }

    @Test
    @DisplayName("rows of a newer level than the code knows are not decided on")
    void newerLevel() {
        Desk desk = Desk.with(JOB);
        desk.put(Meta.KEY, new Meta(1, Core.NEWEST_LEVEL + 1));

        assertThatThrownBy(() -> create(desk, "a")).hasMessageContaining("start a newer one");
    }

    private static Wakeup.Dispatched offered(Desk desk) {
        return (Wakeup.Dispatched) desk.axis("a", "status").wakeup();
    }
}

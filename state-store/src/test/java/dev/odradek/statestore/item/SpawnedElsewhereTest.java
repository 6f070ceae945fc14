package dev.odradek.statestore.item;

import static org.assertj.core.api.Assertions.assertThat;

import dev.odradek.statestore.core.Decision;
import dev.odradek.statestore.core.Effect;
import dev.odradek.topics.command.ItemCommand.Complete;
import dev.odradek.topics.command.NewItem;
import dev.odradek.topics.command.PartitionCommand.Level;
import dev.odradek.topics.command.Token;
import dev.odradek.topics.event.Timer;
import dev.odradek.topics.format.Json;
import dev.odradek.topics.machine.MachineYaml;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("Items spawned under another key")
class SpawnedElsewhereTest {
    private static Desk claimed(int level) {
        Desk desk = Desk.with(MachineYaml.parse("""
                machine: job
                axes:
                  status:
                    states: [todo, doing, more, done]
                    initial: todo
                    terminal: [done]
                    edges: {doing: [more], more: [done]}
                    claims: [{queue: jobs, from: todo, into: doing, done: done, on_failure: done}]
                """));
        desk.tell(new Level(level));
        desk.post("a", "job");
        desk.claim("a", "status");
        return desk;
    }

    private static NewItem child(String id, String key) {
        return new NewItem(id, "job", 0, key, Json.parse("{}"), 0);
    }

    /** The slots of those that are sent, when a completion spawns them and holds on to its claim unless it is done. */
    private static List<String> slots(Desk desk, String to, NewItem... children) {
        Decision decision = desk.tell(
                new Complete("a", "status", new Token(1, "c-1"), "w", to, null, List.of(children), !to.equals("done")));
        return decision.effects().stream()
                .filter(effect -> effect instanceof Effect.SetTimer set && set.timer() instanceof Timer.Send)
                .map(effect -> ((Effect.SetTimer) effect).slot())
                .toList();
    }

    @Test
    @DisplayName("by two completions of one claim have a slot each, though their ids are the same")
    void twoKeys() {
        Desk desk = claimed(5);

        assertThat(slots(desk, "more", child("child", "one"))).containsExactly("spawn/a/status/1/5/child/one");
        assertThat(slots(desk, "done", child("child", "two"))).containsExactly("spawn/a/status/1/5/child/two");
    }

    @Test
    @DisplayName("have a slot each, however their ids and keys are cut")
    void slashes() {
        assertThat(slots(claimed(5), "done", child("c", "x/y"), child("c/x", "y")))
                .hasSize(2)
                .doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 4})
    @DisplayName("are named without the key before level 5")
    void before(int level) {
        assertThat(slots(claimed(level), "done", child("child", "one"))).containsExactly("spawn/a/status/1/child");
    }
}

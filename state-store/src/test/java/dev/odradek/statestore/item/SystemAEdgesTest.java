package dev.odradek.statestore.item;

import static dev.odradek.statestore.item.Desk.moves;
import static dev.odradek.statestore.item.Desk.refusal;
import static dev.odradek.statestore.item.Desk.systemA;
import static org.assertj.core.api.Assertions.assertThat;

import dev.odradek.statestore.core.Decision;
import dev.odradek.topics.command.ItemCommand;
import dev.odradek.topics.command.ItemCommand.Complete;
import dev.odradek.topics.command.ItemCommand.Expire;
import dev.odradek.topics.command.ItemCommand.Fail;
import dev.odradek.topics.command.ItemCommand.Patch;
import dev.odradek.topics.command.ItemCommand.Redispatch;
import dev.odradek.topics.command.ItemCommand.Release;
import dev.odradek.topics.command.ItemCommand.Transition;
import dev.odradek.topics.command.ItemCommand.Wake;
import dev.odradek.topics.command.Token;
import dev.odradek.topics.event.Refusal;
import dev.odradek.topics.format.Json;
import dev.odradek.topics.machine.Axis;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tries every command from every state, and compares the moves that came of it with those the requirement names. */
@DisplayName("The machines of system A move along their edges and along no others")
class SystemAEdgesTest {

    @Test
    @DisplayName("A27: tasks go queued → running → done, back by reaping, to failed by exception or exhaustion")
    void tasks() {
        assertThat(edges("tasks", "tasks", "status"))
                .containsExactlyInAnyOrder("queued→running", "running→done", "running→queued", "running→failed");
        assertThat(reaped("tasks", "tasks", "status")).containsExactlyInAnyOrder("running→queued", "running→failed");
    }

    @Test
    @DisplayName("A28: trophies go queued → deduping → done, back by reaping, to failed by exception or exhaustion")
    void trophies() {
        assertThat(edges("trophies", "trophies", "status"))
                .containsExactlyInAnyOrder("queued→deduping", "deduping→done", "deduping→queued", "deduping→failed");
        assertThat(reaped("trophies", "trophies", "status"))
                .containsExactlyInAnyOrder("deduping→queued", "deduping→failed");
    }

    @Test
    @DisplayName("A29: issues go open → confirmed → approved → fixing → closed or rejected; exhausted is failed")
    void issues() {
        assertThat(edges("issues", "issues", "status"))
                .containsExactlyInAnyOrder(
                        "open→confirmed",
                        "confirmed→approved",
                        "approved→fixing",
                        "fixing→closed",
                        "fixing→rejected",
                        "fixing→approved",
                        "fixing→failed");
        assertThat(reaped("issues", "issues", "status")).containsExactlyInAnyOrder("fixing→approved", "fixing→failed");
    }

    @Test
    @DisplayName("A30: syncing goes dirty → syncing → synced, dirty again at any time, never failed by the reaper")
    void sync() {
        assertThat(edges("issues", "issues", "notion_sync"))
                .containsExactlyInAnyOrder(
                        "dirty→syncing",
                        "syncing→synced",
                        "syncing→dirty",
                        "syncing→failed",
                        "synced→dirty",
                        "failed→dirty");
        assertThat(reaped("issues", "issues", "notion_sync")).containsExactly("syncing→dirty");
    }

    @Test
    @DisplayName("A31: builds go queued → building → ready or failed, back by reaping")
    void builds() {
        assertThat(edges("builds", "bamlBuilds", "status"))
                .containsExactlyInAnyOrder("queued→building", "building→ready", "building→queued", "building→failed");
        assertThat(reaped("builds", "bamlBuilds", "status"))
                .containsExactlyInAnyOrder("building→queued", "building→failed");
    }

    @ParameterizedTest(name = "{1}, axis {2}")
    @CsvSource({
        "tasks, tasks, status",
        "trophies, trophies, status",
        "issues, issues, status",
        "issues, issues, notion_sync",
        "builds, bamlBuilds, status"
    })
    @DisplayName("A32: of all pairs of states just the declared edges can be transitioned, and a patch moves nothing")
    void pairs(String file, String machine, String axis) {
        Desk desk = Desk.with(systemA(file));
        Axis def = desk.machine(machine).axes().get(axis);
        for (String from : def.states()) {
            for (String to : def.states()) {
                String id = desk.placed(machine, axis, from);
                Decision decision = desk.tell(new Transition(id, axis, to, null));

                boolean moved = refusal(decision).isEmpty();
                assertThat(moved).as(from + " → " + to).isEqualTo(def.hasEdge(from, to));
                assertThat(desk.axis(id, axis).state()).isEqualTo(moved ? to : from);
                if (!moved) {
                    assertThat(refusal(decision)).contains(def.isTerminal(from) ? Refusal.ENDED : Refusal.ILLEGAL_EDGE);
                }
            }
            String id = desk.placed(machine, axis, from);
            var axes = desk.item(id).axes();
            desk.tell(new Patch(id, Json.parse("{\"%s\":\"done\",\"axes\":{},\"status\":\"x\"}".formatted(axis))));
            assertThat(desk.item(id).axes()).isEqualTo(axes);
        }
    }

    /** Every move that anybody but an operator can bring about. */
    private static Set<String> edges(String file, String machine, String axis) {
        Set<String> found = new TreeSet<>(reaped(file, machine, axis));
        Desk desk = Desk.with(systemA(file));
        Axis def = desk.machine(machine).axes().get(axis);
        for (String state : def.states()) {
            int wishes = wishes("any", axis, def).size();
            for (int i = 0; i < wishes; i++) {
                String id = desk.placed(machine, axis, state);
                found.addAll(made(desk, id, axis, wishes(id, axis, def).get(i)));
            }
        }
        return found;
    }

    /** What expiry leads to, with attempts left and without. */
    private static Set<String> reaped(String file, String machine, String axis) {
        Desk desk = Desk.with(systemA(file));
        Axis def = desk.machine(machine).axes().get(axis);
        Set<String> found = new TreeSet<>();
        for (String state : def.states()) {
            String id = desk.placed(machine, axis, state);
            for (int attempt = 0; attempt < 6; attempt++) {
                desk.claim(id, axis);
                found.addAll(made(
                        desk, id, axis, new Expire(id, axis, desk.axis(id, axis).epoch())));
            }
        }
        return found;
    }

    private static List<ItemCommand> wishes(String id, String axis, Axis def) {
        Token token = new Token(1, "c-1");
        List<ItemCommand> all = new ArrayList<>();
        all.add(new ItemCommand.Claim(id, axis, 1, "w", "c-1"));
        all.add(new Wake(id, axis, 1));
        all.add(new Redispatch(id, axis, 1));
        all.add(new Release(id, axis, token, "w"));
        all.add(new Complete(id, axis, token, "w", null, null, List.of(), false));
        for (Fail.Kind kind : Fail.Kind.values()) {
            all.add(new Fail(id, axis, token, "w", kind, "no luck", null));
        }
        for (String to : def.states()) {
            all.add(new Transition(id, axis, to, null));
            all.add(new Complete(id, axis, token, "w", to, null, List.of(), false));
        }
        return all;
    }

    /** The moves of a wish, sent twice: to the axis as it is, and once a worker holds it, if one can. */
    private static List<String> made(Desk desk, String id, String axis, ItemCommand wish) {
        List<String> found = new ArrayList<>();
        Decision first = desk.tell(wish);
        moves(first).forEach(move -> found.add(move.from() + "→" + move.to()));
        if (refusal(first).isPresent() && refusal(desk.claim(id, axis)).isEmpty()) {
            moves(desk.tell(wish)).forEach(move -> found.add(move.from() + "→" + move.to()));
        }
        return found;
    }
}

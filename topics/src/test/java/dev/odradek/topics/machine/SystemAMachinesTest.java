package dev.odradek.topics.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The queues of system A are definitions and nothing else, with exactly these edges. */
class SystemAMachinesTest {
    static Stream<Arguments> edges() {
        return Stream.of(
                arguments(
                        "A27 tasks",
                        "tasks",
                        "status",
                        Set.of("queued>running", "running>done", "running>queued", "running>failed")),
                arguments(
                        "A28 trophies",
                        "trophies",
                        "status",
                        Set.of("queued>deduping", "deduping>done", "deduping>queued", "deduping>failed")),
                arguments(
                        "A29 issues",
                        "issues",
                        "status",
                        Set.of(
                                "open>confirmed",
                                "confirmed>approved",
                                "approved>fixing",
                                "fixing>closed",
                                "fixing>rejected",
                                "fixing>approved",
                                "fixing>failed")),
                arguments(
                        "A30 the sync of issues",
                        "issues",
                        "notion_sync",
                        Set.of(
                                "dirty>syncing",
                                "syncing>synced",
                                "syncing>dirty",
                                "syncing>failed",
                                "synced>dirty",
                                "failed>dirty")),
                arguments(
                        "A31 bamlBuilds",
                        "builds",
                        "status",
                        Set.of("queued>building", "building>ready", "building>queued", "building>failed")));
    }

    @ParameterizedTest(name = "{0} has exactly its edges")
    @MethodSource("edges")
    void hasExactlyItsEdges(String rule, String file, String axis, Set<String> expected) {
        Axis read = Machines.named(file).axes().get(axis);

        assertThat(allEdges(read)).containsExactlyInAnyOrderElementsOf(expected);
    }

    @Test
    @DisplayName("A2 all four come from one kind of definition, each queue once")
    void allFourAreDefinitions() {
        List<String> queues = Stream.of("tasks", "trophies", "issues", "builds")
                .map(Machines::named)
                .flatMap(machine -> machine.claims().stream().map(ClaimRule::queue))
                .toList();

        assertThat(queues).containsExactly("tasks", "trophies", "notion-sync", "fixes", "builds");
    }

    @Test
    @DisplayName("A30 the reaper never fails the sync of an issue")
    void theSyncIsNeverExhausted() {
        ClaimRule rule =
                Machines.named("issues").axes().get("notion_sync").claims().get(0);

        assertThat(rule.isExhausted(Integer.MAX_VALUE)).isFalse();
        assertThat(rule.onExpiry()).isEqualTo("dirty");
    }

    @Test
    @DisplayName("A32 nobody but a worker can move a task: its definition has no other edge")
    void onlyClaimsMoveTasks() {
        Axis axis = Machines.named("tasks").axes().get("status");

        assertThat(axis.states()).allSatisfy(from -> assertThat(axis.states()).noneMatch(to -> axis.hasEdge(from, to)));
    }

    /** Declared edges and those that claim rules take. */
    private static Set<String> allEdges(Axis axis) {
        Set<String> all = new TreeSet<>();
        axis.edges().forEach((from, targets) -> targets.forEach(to -> all.add(from + ">" + to)));
        for (ClaimRule rule : axis.claims()) {
            all.add(rule.from() + ">" + rule.into());
            Stream.of(rule.done(), rule.onFailure(), rule.onExpiry(), rule.onExhausted())
                    .filter(Objects::nonNull)
                    .forEach(to -> all.add(rule.into() + ">" + to));
        }
        return all;
    }
}

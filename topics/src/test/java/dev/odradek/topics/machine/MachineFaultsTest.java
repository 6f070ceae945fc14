package dev.odradek.topics.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A bad definition is refused with every fault by its path: each row changes one thing in a good definition. */
class MachineFaultsTest {
    private static final String GOOD = """
            machine: tasks
            axes:
              status:
                states: [queued, running, done, failed]
                initial: queued
                terminal: [done, failed]
                edges: {}
                claims:
                  - queue: tasks
                    from: queued
                    into: running
                    done: done
                    lease: 30m
                    backoff: {base: 1s}
            """;
    private static final String AXIS = "axes.status";
    private static final String CLAIM = "axes.status.claims[0]";
    private static final String STATES = "; the states are queued, running, done, failed";

    static Stream<Arguments> states() {
        return Stream.of(
                arguments("initial: queued", "initial: qeued", AXIS + ".initial: unknown state qeued" + STATES),
                arguments("initial: queued", "", AXIS + ".initial: is missing"),
                arguments("[done, failed]", "[done, lost]", AXIS + ".terminal: unknown state lost" + STATES),
                arguments(
                        "edges: {}",
                        "edges: {queued: [nowhere]}",
                        AXIS + ".edges.queued: unknown state nowhere" + STATES),
                arguments(
                        "edges: {}",
                        "edges: {nowhere: [done]}",
                        AXIS + ".edges.nowhere: unknown state nowhere" + STATES),
                arguments(
                        "edges: {}",
                        "edges: {done: [queued]}",
                        AXIS + ".edges.done: leads out of a terminal state; terminal is final"),
                arguments(
                        "done, failed]\n    initial",
                        "done, failed, limbo]\n    initial",
                        AXIS
                                + ".states: nothing leaves the state limbo; add an edge, a claim rule,"
                                + " or list it as terminal"),
                arguments(
                        "edges: {}",
                        "edges: {queued: [running]}",
                        AXIS + ".edges: the state running can be entered without a claim, and then nothing leaves it;"
                                + " add an edge out of it, or let only a claim lead into it"),
                arguments(
                        "[queued, running, done, failed]",
                        "[queued, running, done, failed, done]",
                        AXIS + ".states: names a state twice"),
                arguments(
                        "states: [queued, running, done, failed]",
                        "states: []",
                        AXIS + ".states: must list at least one state"),
                arguments(
                        "edges: {}",
                        "edges: {queued: done}",
                        AXIS + ".edges.queued: must be a list of names, was \"done\""),
                arguments("edges: {}", "edges: [queued]", AXIS + ".edges: must be an object, was [\"queued\"]"));
    }

    static Stream<Arguments> claims() {
        return Stream.of(
                arguments("from: queued", "from: ready", CLAIM + ".from: unknown state ready" + STATES),
                arguments("from: queued", "from: done", CLAIM + ".from: is terminal: nothing can be claimed from it"),
                arguments("into: running", "into: queued", CLAIM + ".into: must differ from the state it takes from"),
                arguments("into: running", "into: done", CLAIM + ".into: is terminal: nobody can work in it"),
                arguments("into: running", "", CLAIM + ".into: is missing"),
                arguments("done: done", "done: finished", CLAIM + ".done: unknown state finished" + STATES),
                arguments(
                        "done: done",
                        "done: done\n        on_expiry: lost",
                        CLAIM + ".on_expiry: unknown state lost" + STATES),
                arguments(
                        "done: done",
                        "done: done\n        on_exhausted: lost",
                        CLAIM + ".on_exhausted: unknown state lost" + STATES),
                arguments("lease: 30m", "lease: 0s", CLAIM + ".lease: must be longer than zero"),
                arguments(
                        "lease: 30m",
                        "lease: half an hour",
                        CLAIM + ".lease: must be a duration such as 500ms, 30s, 5m or 2h, was \"half an hour\""),
                arguments(
                        "lease: 30m",
                        "lease: 30",
                        CLAIM + ".lease: must be a duration such as 500ms, 30s, 5m or 2h, was 30"),
                arguments(
                        "lease: 30m",
                        "lease: 999999999999d",
                        CLAIM + ".lease: must be a duration such as 500ms, 30s, 5m or 2h, was \"999999999999d\""),
                arguments("lease: 30m", "batch: 0", CLAIM + ".batch: must be a whole number of at least 1, was 0"),
                arguments(
                        "lease: 30m",
                        "batch: many",
                        CLAIM + ".batch: must be a whole number of at least 1, was \"many\""),
                arguments("lease: 30m", "mode: fast", CLAIM + ".mode: must be confirmed or eager, was \"fast\""),
                arguments(
                        "lease: 30m",
                        "retry_on_exception: 1",
                        CLAIM + ".retry_on_exception: must be true or false, was 1"),
                arguments(
                        "lease: 30m",
                        "mode: eager\n        batch: 2",
                        CLAIM + ".batch: goes with mode confirmed only: eager work starts one by one"),
                arguments(
                        "{base: 1s}",
                        "{base: 1s, factor: 0.5}",
                        CLAIM + ".backoff.factor: must be a number from 1.0 to 100.0, was 0.5"),
                arguments(
                        "{base: 1s}",
                        "{base: 1s, factor: 1e999}",
                        CLAIM + ".backoff.factor: must be a number from 1.0 to 100.0"),
                arguments(
                        "{base: 1s}",
                        "{base: 1s, jitter: .nan}",
                        "line 14, column 41: cannot be read: Malformed numeric value"),
                arguments("{base: 1s}", "{base: 1s, cap: 1ms}", CLAIM + ".backoff.cap: must be at least the base"));
    }

    static Stream<Arguments> shapes() {
        return Stream.of(
                arguments("machine: tasks", "machine: Tasks!", "machine: must start with a small letter"),
                arguments("machine: tasks", "machine: 7", "machine: must be a name, was 7"),
                arguments("machine: tasks", "", "machine: is missing"),
                arguments("queue: tasks", "queue: my tasks", CLAIM + ".queue: must start with a small letter"),
                arguments("lease: 30m", "leese: 30m", CLAIM + ".leese: is not a known key; known are backoff, batch, "),
                arguments("initial: queued", "initial: queued\n    inital: x", AXIS + ".inital: is not a known key"),
                arguments(
                        "machine: tasks",
                        "machine: tasks\nversion: 2",
                        "version: is not a known key; known are axes, machine"),
                arguments("machine: tasks", "machine: tasks\nmachine: jobs", "line 2, column "),
                arguments(GOOD, "machine: [", "line "),
                arguments(GOOD, "", "(root): must be a YAML object with machine and axes"),
                arguments(GOOD, "just a text", "(root): must be a YAML object with machine and axes"),
                arguments(GOOD, "- a\n- list", "(root): must be a YAML object with machine and axes"),
                arguments(GOOD, "machine: tasks", "axes: must name at least one axis, usually status"),
                arguments(GOOD, "machine: tasks\naxes: 3", "axes: must be an object, was 3"));
    }

    @ParameterizedTest(name = "{1} instead of {0}")
    @MethodSource({"states", "claims", "shapes"})
    void isRefused(String good, String bad, String fault) {
        assertThat(GOOD).contains(good);

        assertThat(faults(GOOD.replace(good, bad)))
                .anySatisfy(each -> assertThat(each).startsWith(fault));
    }

    @Test
    void twoClaimRulesOnOneStateAreRefused() {
        String second = """
                      - queue: others
                        from: queued
                        into: running
                        done: done
                """;

        assertThat(faults(GOOD + second.indent(0)))
                .containsExactly(
                        "axes.status.claims[1].from: two claim rules take from the state queued;"
                                + " one state feeds one queue",
                        "axes.status.claims[1].into: two claim rules work in the state running; give each its own");
    }

    @Test
    void twoClaimRulesOnOneQueueAreRefused() {
        String twice = GOOD.replace(
                "axes:", "axes:\n" + GOOD.substring(GOOD.indexOf("  status:")).replace("status:", "sync:"));

        assertThat(faults(twice)).containsExactly("axes.sync.claims[0].queue: two claim rules share the queue tasks");
    }

    @Test
    void aFailureWithNowhereToGoIsRefused() {
        String noFailed = GOOD.replace(", failed]", "]");

        assertThat(faults(noFailed))
                .containsExactly(CLAIM + ".on_failure: is missing, and there is no state named failed to fall back on");
    }

    @Test
    void allFaultsAreListedAtOnceWhateverTheirKind() {
        String bad = GOOD.replace("initial: queued", "initial: qeued")
                .replace("lease: 30m", "leese: 30m")
                .replace("{base: 1s}", "{base: soon}")
                .replace("edges: {}", "edges: {done: [queued]}")
                .replace("into: running", "");

        assertThat(faults(bad))
                .hasSize(5)
                .anySatisfy(fault -> assertThat(fault).startsWith(AXIS + ".initial: unknown state qeued"))
                .anySatisfy(fault -> assertThat(fault).startsWith(CLAIM + ".leese: is not a known key"))
                .anySatisfy(fault -> assertThat(fault).startsWith(CLAIM + ".backoff.base: must be a duration"))
                .anySatisfy(fault -> assertThat(fault).startsWith(AXIS + ".edges.done: leads out of a terminal"))
                .anySatisfy(fault -> assertThat(fault).startsWith(CLAIM + ".into: is missing"));
    }

    @Test
    void aNewDefinitionWithTooShortALeaseIsToldTheRealMinimumTogetherWithItsOtherFaults() {
        String bad = GOOD.replace("lease: 30m", "lease: 0s").replace("done: done", "done: gone");

        var refused =
                catchThrowableOfType(BadMachineException.class, () -> MachineReader.readNew(MachineYaml.parse(bad)));

        assertThat(refused.faults())
                .extracting(Fault::toString)
                .containsExactlyInAnyOrder(
                        CLAIM + ".lease: must be at least 2s, for workers renew it once a second, was 0ms",
                        CLAIM + ".done: unknown state gone" + STATES);
    }

    @Test
    void aShortLeaseThatWasOnceAcceptedIsStillRead() {
        String old = GOOD.replace("lease: 30m", "lease: 1s");

        assertThat(MachineReader.read(MachineYaml.parse(old)).name()).isEqualTo("tasks");
    }

    @Test
    void theMessageIsOneSentenceWithEveryFault() {
        var refused = refused(GOOD.replace("machine: tasks", "").replace("done: done", "done: gone"));

        assertThat(refused)
                .hasMessage("The definition has 2 faults: machine: is missing; " + CLAIM + ".done: unknown state gone"
                        + STATES + ".");
    }

    @Test
    void theGoodDefinitionIsGood() {
        assertThat(MachineReader.read(MachineYaml.parse(GOOD)).name()).isEqualTo("tasks");
    }

    private static List<String> faults(String yaml) {
        return refused(yaml).faults().stream().map(Fault::toString).toList();
    }

    private static BadMachineException refused(String yaml) {
        return catchThrowableOfType(BadMachineException.class, () -> MachineReader.read(MachineYaml.parse(yaml)));
    }
}

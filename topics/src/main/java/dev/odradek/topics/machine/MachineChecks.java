package dev.odradek.topics.machine;

import dev.odradek.topics.TopicPlan;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What must hold between the parts of a definition, so that no item can get stuck in it. */
final class MachineChecks {
    private static final Pattern NAME = Pattern.compile("[a-z][a-zA-Z0-9_-]{0,62}");

    /** Below it a worker that is well would lose its work. The core takes it: logs hold what was once accepted. */
    private static final Duration SHORTEST_LEASE = Duration.ofSeconds(2);

    private final List<Fault> faults;
    private final boolean isNew;
    private final Set<String> unread;

    /** Adds to {@code faults}; where reading has found one already, nothing more is said. */
    MachineChecks(List<Fault> faults) {
        this(faults, false);
    }

    private MachineChecks(List<Fault> faults, boolean isNew) {
        this.faults = faults;
        this.isNew = isNew;
        this.unread = faults.stream().map(Fault::path).collect(Collectors.toUnmodifiableSet());
    }

    /** The same for a definition that nobody has accepted yet. */
    static MachineChecks ofNew(List<Fault> faults) {
        return new MachineChecks(faults, true);
    }

    void check(Machine machine) {
        name("machine", machine.name());
        machine.axes().forEach((name, axis) -> {
            name("axes." + name, name);
            axis("axes." + name, axis);
        });
        Set<String> queues = new HashSet<>();
        machine.axes().forEach((name, axis) -> {
            for (int i = 0; i < axis.claims().size(); i++) {
                String queue = axis.claims().get(i).queue();
                if (!queues.add(queue)) {
                    fault("axes." + name + ".claims[" + i + "].queue", "two claim rules share the queue " + queue);
                }
            }
        });
    }

    private void axis(String path, Axis axis) {
        if (axis.states().isEmpty()) {
            fault(path + ".states", "must list at least one state");
            return;
        }
        axis.states().forEach(state -> name(path + ".states", state));
        if (new HashSet<>(axis.states()).size() < axis.states().size()) {
            fault(path + ".states", "names a state twice");
        }
        known(axis, path + ".initial", axis.initial());
        axis.terminal().forEach(state -> known(axis, path + ".terminal", state));
        edges(path + ".edges", axis);
        Set<String> taken = new HashSet<>();
        Set<String> held = new HashSet<>();
        for (int i = 0; i < axis.claims().size(); i++) {
            String at = path + ".claims[" + i + "]";
            ClaimRule rule = axis.claims().get(i);
            claim(at, axis, rule);
            if (!taken.add(rule.from())) {
                fault(
                        at + ".from",
                        "two claim rules take from the state " + rule.from() + "; one state feeds one queue");
            }
            if (!held.add(rule.into())) {
                fault(at + ".into", "two claim rules work in the state " + rule.into() + "; give each its own");
            }
        }
        // What could not be read may be the very edge that is missing here.
        if (unread.isEmpty()) {
            deadEnds(path + ".states", axis);
            strandings(path + ".edges", axis);
        }
    }

    private void edges(String path, Axis axis) {
        axis.edges().entrySet().stream().sorted(Map.Entry.comparingByKey()).forEach(edge -> {
            known(axis, path + "." + edge.getKey(), edge.getKey());
            edge.getValue().forEach(to -> known(axis, path + "." + edge.getKey(), to));
            if (axis.isTerminal(edge.getKey())) {
                fault(path + "." + edge.getKey(), "leads out of a terminal state; terminal is final");
            }
        });
    }

    private void claim(String path, Axis axis, ClaimRule rule) {
        name(path + ".queue", rule.queue());
        knownIfRead(axis, path + ".from", rule.from());
        knownIfRead(axis, path + ".into", rule.into());
        knownIfRead(axis, path + ".done", rule.done());
        knownIfRead(axis, path + ".on_failure", rule.onFailure());
        knownIfRead(axis, path + ".on_expiry", rule.onExpiry());
        knownIfRead(axis, path + ".on_exhausted", Objects.toString(rule.onExhausted(), ""));
        if (rule.from().equals(rule.into())) {
            fault(path + ".into", "must differ from the state it takes from");
        }
        if (axis.isTerminal(rule.from())) {
            fault(path + ".from", "is terminal: nothing can be claimed from it");
        }
        if (axis.isTerminal(rule.into())) {
            fault(path + ".into", "is terminal: nobody can work in it");
        }
        if (axis.claimFrom(rule.into()).isPresent()) {
            fault(path + ".into", "is also taken from: the held and the claimable must differ");
        }
        lease(path + ".lease", rule.lease());
        if (rule.redispatch().isZero() || rule.redispatch().compareTo(TopicPlan.WORK_RETENTION.dividedBy(2)) > 0) {
            fault(
                    path + ".redispatch",
                    "must be longer than zero and at most "
                            + TopicPlan.WORK_RETENTION.dividedBy(2).toHours()
                            + "h, half of what the work topic keeps");
        }
        if (rule.backoff().cap().compareTo(rule.backoff().base()) < 0) {
            fault(path + ".backoff.cap", "must be at least the base");
        }
        if (rule.mode() == Mode.EAGER && rule.batch() > 1) {
            fault(path + ".batch", "goes with mode confirmed only: eager work starts one by one");
        }
    }

    private void lease(String path, Duration lease) {
        if (isNew && lease.compareTo(SHORTEST_LEASE) < 0) {
            fault(
                    path,
                    "must be at least " + SHORTEST_LEASE.toSeconds() + "s, for workers renew it once a second, was "
                            + lease.toMillis() + "ms");
        } else if (lease.isZero()) {
            fault(path, "must be longer than zero");
        }
    }

    /** A state that is not terminal and that nothing leaves would keep its items for ever. */
    private void deadEnds(String path, Axis axis) {
        Set<String> left = Stream.concat(
                        axis.claims().stream().flatMap(rule -> Stream.of(rule.from(), rule.into())),
                        axis.edges().entrySet().stream()
                                .filter(edge -> !edge.getValue().isEmpty())
                                .map(Map.Entry::getKey))
                .collect(Collectors.toSet());
        axis.states().stream()
                .filter(state -> !axis.isTerminal(state) && !left.contains(state))
                .forEach(state -> fault(
                        path,
                        "nothing leaves the state " + state + "; add an edge, a claim rule, or list it as terminal"));
    }

    /** Whoever enters a held state without a claim is moved on by an edge or never. */
    private void strandings(String path, Axis axis) {
        Set<String> entered = Stream.concat(
                        Stream.concat(
                                Stream.of(axis.initial()),
                                axis.edges().values().stream().flatMap(List::stream)),
                        axis.claims().stream().flatMap(MachineChecks::targets))
                .collect(Collectors.toSet());
        axis.claims().stream()
                .map(ClaimRule::into)
                .filter(into -> entered.contains(into)
                        && axis.edges().getOrDefault(into, List.of()).isEmpty())
                .forEach(into -> fault(
                        path,
                        "the state " + into + " can be entered without a claim, and then nothing leaves it;"
                                + " add an edge out of it, or let only a claim lead into it"));
    }

    private static Stream<String> targets(ClaimRule rule) {
        return Stream.of(rule.done(), rule.onFailure(), rule.onExpiry(), Objects.toString(rule.onExhausted(), ""));
    }

    /** A state the definition leaves out is no unknown one: reading has judged whether it may be left out. */
    private void knownIfRead(Axis axis, String path, String state) {
        if (!state.isEmpty()) {
            known(axis, path, state);
        }
    }

    private void known(Axis axis, String path, String state) {
        if (!axis.states().contains(state)) {
            fault(path, "unknown state " + state + "; the states are " + String.join(", ", axis.states()));
        }
    }

    private void name(String path, String name) {
        if (!NAME.matcher(name).matches()) {
            fault(
                    path,
                    "must start with a small letter and hold at most 63 letters, digits, _ and -, was \"" + name
                            + "\"");
        }
    }

    private void fault(String path, String message) {
        Fault fault = new Fault(path, message);
        if (!unread.contains(path) && !faults.contains(fault)) {
            faults.add(fault);
        }
    }
}

package dev.odradek.topics.machine;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** One independent dimension of a machine: its states, its edges, and how workers claim along it. */
public record Axis(
        String initial,
        List<String> states,
        List<String> terminal,
        Map<String, List<String>> edges,
        List<ClaimRule> claims) {

    /** Where every cancelled axis ends, declared or not. */
    public static final String CANCELLED = "cancelled";

    public Axis {
        states = List.copyOf(states);
        terminal = List.copyOf(terminal);
        // Sorted: whoever walks the edges does so in the same order in every JVM.
        edges = Collections.unmodifiableSortedMap(new TreeMap<>(edges));
        claims = List.copyOf(claims);
    }

    public boolean isTerminal(String state) {
        return state.equals(CANCELLED) || terminal.contains(state);
    }

    public boolean hasEdge(String from, String to) {
        return edges.getOrDefault(from, List.of()).contains(to);
    }

    /** The rule by which an item in this state is claimed. */
    public Optional<ClaimRule> claimFrom(String state) {
        // A loop: every decision asks this several times, and a stream costs more than the decision.
        for (ClaimRule rule : claims) {
            if (rule.from().equals(state)) {
                return Optional.of(rule);
            }
        }
        return Optional.empty();
    }

    public Optional<ClaimRule> claimOn(String queue) {
        for (ClaimRule rule : claims) {
            if (rule.queue().equals(queue)) {
                return Optional.of(rule);
            }
        }
        return Optional.empty();
    }

    /** The rule by whose work an axis that came from {@code into} failed into {@code state}. */
    public Optional<ClaimRule> failedInto(String state, String into) {
        return claims.stream()
                .filter(rule -> rule.into().equals(into) && rule.failureStates().contains(state))
                .findFirst();
    }
}

package dev.odradek.bench;

import dev.odradek.bench.figure.Metric;
import dev.odradek.bench.measure.Scale;
import dev.odradek.bench.measure.SubjectTrial;
import dev.odradek.bench.measure.Trial;
import dev.odradek.bench.peer.Peers;
import dev.odradek.bench.raw.RawTrial;
import dev.odradek.bench.scenario.Scenarios;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** What is measured, as the options say. */
record Plan(Scale scale, Set<String> only, Set<String> peers, Set<String> skip) {
    private static final String RAW = "RAW";
    private static final Set<String> QUICK_PEERS = Set.of("odradek-eager", "db-scheduler");

    static Plan of(Scale scale, Set<String> only, Set<String> peers, Set<String> skip) {
        Set<String> known = Arrays.stream(Metric.values()).map(Metric::workload).collect(Collectors.toSet());
        Set<String> ids = only.stream().map(id -> id.toUpperCase(Locale.ROOT)).collect(Collectors.toSet());
        refuseUnknown("--only", ids, known);
        Plan plan = new Plan(scale, ids, scale.isQuick() && peers.isEmpty() ? QUICK_PEERS : peers, skip);
        refuseUnknown("--peers", peers, keys(plan.systems()));
        refuseUnknown("--skip", skip, keys(plan.everything()));
        if (plan.trials().isEmpty()) {
            throw new IllegalArgumentException("--only, --peers and --skip leave nothing to measure; name fewer");
        }
        return plan;
    }

    int repeats() {
        return scale.repeats();
    }

    /** Whether its report may stand for the project. */
    boolean isWhole() {
        return only.isEmpty()
                && peers.isEmpty()
                && skip.isEmpty()
                && !scale.isQuick()
                && repeats() >= Scale.FULL.repeats();
    }

    /** Every system and scenario, wanted or not. */
    List<Trial> everything() {
        return all(id -> true);
    }

    private List<Trial> all(Predicate<String> scenario) {
        List<Trial> all = new ArrayList<>(systems());
        if (scenario.test(RAW)) {
            all.add(
                    scale.isQuick()
                            ? new RawTrial(200_000, 5_000, Duration.ofSeconds(6))
                            : new RawTrial(1_000_000, 20_000, Duration.ofSeconds(15)));
        }
        Scenarios.IDS.stream().filter(scenario).forEach(id -> all.addAll(Scenarios.named(id, scale)));
        return all;
    }

    private List<Trial> systems() {
        return Peers.all().stream()
                .<Trial>map(subject -> new SubjectTrial(subject, scale, workloads()))
                .toList();
    }

    /** A quick run makes no scenario unless it is asked for. */
    private boolean isAsked(String id) {
        boolean unasked = !scale.isQuick() || id.equals(RAW);
        return only.isEmpty() ? unasked : only.contains(id);
    }

    List<Trial> trials() {
        return all(this::isAsked).stream().filter(this::isWanted).toList();
    }

    private boolean isWanted(Trial trial) {
        boolean measures =
                !(trial instanceof SubjectTrial subject) || !subject.wanted().isEmpty();
        return measures
                && !skip.contains(trial.row().key())
                && (!(trial instanceof SubjectTrial)
                        || peers.isEmpty()
                        || peers.contains(trial.row().key()));
    }

    private Set<String> workloads() {
        Set<String> wanted = new TreeSet<>(SubjectTrial.WORKLOADS);
        if (!only.isEmpty()) {
            wanted.retainAll(only);
        }
        return wanted;
    }

    private static Set<String> keys(List<Trial> trials) {
        return trials.stream().map(trial -> trial.row().key()).collect(Collectors.toSet());
    }

    private static void refuseUnknown(String option, Set<String> given, Set<String> known) {
        Set<String> unknown = new TreeSet<>(given);
        unknown.removeAll(known);
        if (!unknown.isEmpty()) {
            throw new IllegalArgumentException(option + " must name some of " + String.join(", ", new TreeSet<>(known))
                    + "; was " + String.join(", ", unknown));
        }
    }
}

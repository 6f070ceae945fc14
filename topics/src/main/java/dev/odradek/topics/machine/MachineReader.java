package dev.odradek.topics.machine;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Reads a definition and lists all its faults at once, each with its path. */
public final class MachineReader {
    private MachineReader() {}

    /** The machine, or {@link BadMachineException} with every fault. */
    public static Machine read(JsonNode definition) {
        return checked(definition, MachineChecks::new);
    }

    /** The same for a definition that is new: it must be sensible as well, which those in old logs need not be. */
    public static Machine readNew(JsonNode definition) {
        return checked(definition, MachineChecks::ofNew);
    }

    private static Machine checked(JsonNode definition, Function<List<Fault>, MachineChecks> checks) {
        List<Fault> faults = new ArrayList<>();
        Machine machine = read(new Section(definition, "", faults));
        checks.apply(faults).check(machine);
        if (!faults.isEmpty()) {
            throw new BadMachineException(faults);
        }
        return machine;
    }

    private static Machine read(Section root) {
        String name = root.required("machine");
        Section all = root.section("axes");
        SortedMap<String, Axis> axes = new TreeMap<>();
        for (String axis : all.keys()) {
            axes.put(axis, axis(axis, all.section(axis)));
        }
        if (axes.isEmpty()) {
            root.fault("axes", "must name at least one axis, usually " + Machine.DEFAULT_AXIS);
        }
        root.refuseUnknownKeys();
        return new Machine(name, axes);
    }

    private static Axis axis(String name, Section axis) {
        List<String> states = axis.names("states");
        Section edgeSection = axis.section("edges");
        Map<String, List<String>> edges = new TreeMap<>();
        for (String from : edgeSection.keys()) {
            edges.put(from, edgeSection.names(from));
        }
        List<ClaimRule> claims = axis.sections("claims").stream()
                .map(claim -> claim(name, states, claim))
                .toList();
        Axis read = new Axis(axis.required("initial"), states, axis.names("terminal"), edges, claims);
        axis.refuseUnknownKeys();
        return read;
    }

    private static ClaimRule claim(String axis, List<String> states, Section claim) {
        String from = claim.required("from");
        String failed = states.contains("failed") ? "failed" : null;
        String onFailure = or(claim.text("on_failure"), failed);
        int maxAttempts = claim.number("max_attempts", ClaimRule.DEFAULT_MAX_ATTEMPTS, 0);
        String onExhausted = or(claim.text("on_exhausted"), maxAttempts == 0 ? null : onFailure);
        if (onFailure == null) {
            claim.fault("on_failure", "is missing, and there is no state named failed to fall back on");
        }
        ClaimRule rule = new ClaimRule(
                claim.required("queue"),
                from,
                claim.required("into"),
                claim.required("done"),
                onFailure == null ? "" : onFailure,
                or(claim.text("on_expiry"), from, from),
                onExhausted,
                claim.duration("lease", ClaimRule.DEFAULT_LEASE),
                maxAttempts,
                backoff(claim.section("backoff")),
                claim.flag("retry_on_exception"),
                claim.choice("mode", Mode.CONFIRMED),
                claim.choice("transport", Transport.PARTITIONED),
                claim.number("batch", 1, 1),
                claim.number("max_in_flight", 0, 0),
                claim.duration("redispatch", ClaimRule.DEFAULT_REDISPATCH),
                or(claim.text("index"), "by_" + axis + "_created", ""));
        claim.refuseUnknownKeys();
        return rule;
    }

    private static Backoff backoff(Section backoff) {
        Backoff none = Backoff.NONE;
        Duration base = backoff.duration("base", none.base());
        Backoff read = new Backoff(
                base,
                backoff.decimal("factor", none.factor(), 1, 100),
                backoff.duration("cap", none.cap().compareTo(base) < 0 ? base : none.cap()),
                backoff.decimal("jitter", none.jitter(), 0, 1));
        backoff.refuseUnknownKeys();
        return read;
    }

    private static @Nullable String or(@Nullable String value, @Nullable String fallback) {
        return value == null ? fallback : value;
    }

    private static String or(@Nullable String value, @Nullable String fallback, String last) {
        return value != null ? value : fallback != null ? fallback : last;
    }
}

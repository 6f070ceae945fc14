package dev.odradek.statestore.sim;

import dev.odradek.topics.machine.Machine;
import dev.odradek.topics.machine.MachineReader;
import dev.odradek.topics.machine.MachineYaml;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/** The machines of the simulated world; a variant differs in its limits, never in its states. */
final class Machines {
    static final List<String> NAMES = List.of("pipeline", "quick", "issues", "limited");
    static final List<String> QUEUES =
            List.of("parse", "enrich", "store", "quick", "mend", "fixes", "sync", "limited", "nobody");

    private static final String PIPELINE = """
            machine: pipeline
            axes:
              status:
                states: [new, parsing, parsed, enriching, checking, enriched, storing, stored, review, failed]
                initial: new
                terminal: [stored, failed]
                edges:
                  new: [review]
                  parsing: [review, enriched]
                  enriching: [checking, review]
                  checking: [enriching, enriched, checking]
                  review: [parsed, failed]
                claims:
                  - {queue: parse, from: new, into: parsing, done: parsed, max_attempts: 3, lease: 90s,
                     backoff: {base: 1s}}
                  - {queue: enrich, from: parsed, into: enriching, done: enriched, max_attempts: %d, lease: 20s,
                     on_exhausted: review, retry_on_exception: true}
                  - {queue: store, from: enriched, into: storing, done: stored, max_attempts: 0, lease: 10s,
                     backoff: {base: 500ms, factor: 3, jitter: 1}}
            """;

    private static final String QUICK = """
            machine: quick
            axes:
              status:
                states: [todo, doing, done, broken, mending, failed]
                initial: todo
                terminal: [done, failed]
                claims:
                  - {queue: quick, from: todo, into: doing, done: done, mode: eager, max_attempts: %d, lease: 5s,
                     on_failure: broken, redispatch: 2h}
                  - {queue: mend, from: broken, into: mending, done: done, mode: eager, max_attempts: 2, lease: 5s,
                     redispatch: 2h}
            """;

    private static final String ISSUES = """
            machine: issues
            axes:
              status:
                states: [open, confirmed, approved, fixing, closed, rejected, failed]
                initial: open
                terminal: [closed, rejected, failed]
                edges: {open: [confirmed], confirmed: [approved], fixing: [closed, rejected]}
                claims:
                  - {queue: fixes, from: approved, into: fixing, done: closed, max_attempts: %d, lease: 5m}
              sync:
                states: [dirty, syncing, synced, failed]
                initial: dirty
                edges: {syncing: [dirty], synced: [dirty], failed: [dirty]}
                claims:
                  - {queue: sync, from: dirty, into: syncing, done: synced, max_attempts: 0, lease: 15s}
            """;

    private static final String LIMITED = """
            machine: limited
            axes:
              status:
                states: [waiting, busy, paused, over, failed]
                initial: waiting
                terminal: [over, failed]
                edges: {waiting: [paused], busy: [paused], paused: [waiting]}
                claims:
                  - {queue: limited, from: waiting, into: busy, done: over, max_attempts: 3, lease: 20s,
                     max_in_flight: %d, mode: %s, backoff: {base: 2s}}
            """;

    private static final Map<String, JsonNode> PARSED = new ConcurrentHashMap<>();

    /** What is known of each machine's states and edges, which no variant changes. */
    static final Map<String, Machine> FIRST = NAMES.stream()
            .collect(Collectors.toMap(
                    name -> name, name -> MachineReader.read(variant(name, 0)), (a, b) -> a, TreeMap::new));

    private Machines() {}

    static JsonNode variant(String machine, int variant) {
        return parse(
                switch (machine) {
                    case "pipeline" -> PIPELINE.formatted(2 + variant);
                    case "quick" -> QUICK.formatted(3 - variant % 3 + 1);
                    case "issues" -> ISSUES.formatted(1 + variant);
                    default -> LIMITED.formatted(4 + 2 * (variant % 3), variant % 2 == 0 ? "confirmed" : "eager");
                });
    }

    /** A definition that no partition accepts. */
    static JsonNode bad(String machine, int kind) {
        return parse(
                switch (kind) {
                    case 0 -> LIMITED.formatted(1, "confirmed").replace("machine: limited", "machine: " + machine);
                    case 1 -> QUICK.formatted(2).replace("machine: quick", "machine: another");
                    default ->
                        QUICK.formatted(2)
                                .replace("machine: quick", "machine: " + machine)
                                .replace("done: done", "done: nowhere");
                });
    }

    private static JsonNode parse(String yaml) {
        return PARSED.computeIfAbsent(yaml, MachineYaml::parse);
    }
}

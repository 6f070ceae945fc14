package dev.odradek.standalone.system;

import dev.odradek.topics.machine.Transport;
import java.util.Locale;

/** The definitions the tests work with. */
final class Machines {
    private Machines() {}

    /** One stage from queued by running to done, on a queue of the same name. */
    static String oneStage(String name, Transport transport) {
        return """
                machine: %1$s
                axes:
                  status:
                    initial: queued
                    states: [queued, running, done, failed]
                    terminal: [done, failed]
                    claims:
                      - {queue: %1$s, from: queued, into: running, done: done, max_attempts: 4, transport: %2$s}
                """.formatted(name, transport.name().toLowerCase(Locale.ROOT));
    }

    /** The same with a lease of its own. */
    static String leased(String name, Transport transport, String lease) {
        return oneStage(name, transport).replace("max_attempts: 4,", "max_attempts: 4, lease: " + lease + ",");
    }

    /** Two axes, a back-off, a limit in flight and an edge for outsiders. */
    static String manifold() {
        return """
                machine: manifold
                axes:
                  review:
                    initial: open
                    states: [open, accepted, rejected]
                    terminal: [accepted, rejected]
                    edges:
                      open: [accepted, rejected]
                  status:
                    initial: queued
                    states: [queued, running, checked, checking, done, failed]
                    terminal: [done, failed]
                    claims:
                      - queue: build
                        from: queued
                        into: running
                        done: checked
                        max_attempts: 3
                        backoff: {base: 100ms, factor: 2, cap: 400ms}
                        max_in_flight: 9
                      - {queue: check, from: checked, into: checking, done: done, max_attempts: 2, mode: eager}
                """;
    }
}

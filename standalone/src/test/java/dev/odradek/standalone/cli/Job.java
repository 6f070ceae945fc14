package dev.odradek.standalone.cli;

/** Definitions for the tests of what operators do. */
final class Job {
    private Job() {}

    /**
     * One stage on a queue of the same name; held for {@code lease} at most, tried again after an hour, offered again
     * after two.
     */
    static String yaml(String name, String lease) {
        return """
                machine: %1$s
                axes:
                  status:
                    initial: ready
                    states: [ready, working, done, failed]
                    terminal: [done, failed]
                    claims:
                      - queue: %1$s
                        from: ready
                        into: working
                        done: done
                        lease: %2$s
                        redispatch: 2h
                        backoff: {base: 1h, cap: 1h}
                """.formatted(name, lease);
    }
}

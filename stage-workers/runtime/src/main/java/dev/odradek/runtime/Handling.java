package dev.odradek.runtime;

/** How work is done: item by item, or in batches. */
@FunctionalInterface
interface Handling {
    Runner runner(WorkerConfig config, Threads threads, Tally tally, Outcome outcome);

    static Handling each(Handler handler) {
        return (config, threads, tally, outcome) -> new SingleRunner(handler, threads.handlers(), tally, outcome);
    }

    static Handling all(BatchHandler handler) {
        return (config, threads, tally, outcome) -> new BatchRunner(handler, config, threads, tally, outcome);
    }
}

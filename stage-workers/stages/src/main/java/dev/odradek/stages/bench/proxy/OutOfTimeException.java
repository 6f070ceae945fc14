package dev.odradek.stages.bench.proxy;

/** The run's time is over. */
final class OutOfTimeException extends Exception {
    OutOfTimeException() {
        super("the run's time is over");
    }
}

package dev.odradek.runtime;

import java.util.Locale;

/** Every metric a worker serves. */
public enum WorkerMetric {
    CLAIMS_SENT_TOTAL("Claims written to the command log, repeats included."),
    CLAIMS_GRANTED_TOTAL("Claims that were granted."),
    AHEAD_TOTAL("Claims granted while every slot was taken: claimed ahead, for the work is short."),
    HELPED_TOTAL("Claims granted of what waited on other workers' partitions."),
    DENIED_TOTAL("Commands the core refused, by reason."),
    COMPLETED_TOTAL("Completions written to the command log."),
    RETRIED_TOTAL("Results that ask for another try."),
    FAILED_TOTAL("Results that gave up, and unexpected exceptions."),
    RELEASED_TOTAL("Claims given back: the worker stopped, they were fenced, or waited in hand too long."),
    REVOKED_TOTAL("Claims taken away while held: cancelled or lost."),
    FENCED_TOTAL("Jobs the worker stopped by itself: no heartbeat was acknowledged in time."),
    DUPLICATES_TOTAL("Dispatches offered again while in hand."),
    HEARTBEATS_TOTAL("Heartbeats the broker has acknowledged."),
    HEARTBEATS_FAILED_TOTAL("Heartbeats that were not written."),
    HANDLER_SECONDS_SUM("Time spent in the handler, in seconds."),
    HANDLER_SECONDS_COUNT("Calls of the handler."),
    IN_FLIGHT("Items in hand: claimed or being claimed, some of them ahead."),
    SLOTS("Items that may be worked on at once.");

    private final String help;

    WorkerMetric(String help) {
        this.help = help;
    }

    public String help() {
        return help;
    }

    /** The name in the exposition. */
    public String exposed() {
        return "odradek_worker_" + name().toLowerCase(Locale.ROOT);
    }

    /** Counters only grow; gauges do not. */
    public boolean isGauge() {
        return this == IN_FLIGHT || this == SLOTS;
    }
}

package dev.odradek.bench.figure;

import java.util.Locale;

/** What is measured, in which unit, and which way is better. */
public enum Metric {
    W1("W1", "single enqueues, 64 in flight", "jobs/s", true),
    W1_BULK("W1", "bulk enqueue, 500 a call", "jobs/s", true),
    W1_DRAIN("W1", "drain after it", "jobs/s", true),
    W2_P50("W2", "50 jobs/s, call to start, p50", "ms", false),
    W2_P99("W2", "50 jobs/s, call to start, p99", "ms", false),
    W3("W3", "three durable stages", "items/s", true),
    W3_P50("W3", "20 items/s, call to start of third stage, p50", "ms", false),
    W3_P99("W3", "20 items/s, call to start of third stage, p99", "ms", false),
    W4_DEFAULT("W4", "worker killed, runs again after, defaults", "s", false),
    W4_LOWEST("W4", "worker killed, runs again after, lowest setting", "s", false),
    RAW_BROKER("RAW", "bare broker, 200-byte records, one producer", "records/s", true),
    RAW_CORE("RAW", "bare core, decider and store", "commands/s", true),
    P1("P1", "three stages drained", "transitions/s", true),
    P2_P50("P2", "50 items/s, create to done, p50", "ms", false),
    P2_P99("P2", "50 items/s, create to done, p99", "ms", false),
    P4("P4", "uneven work, against sharing perfectly", "times", false),
    P5("P5", "long work, against sharing perfectly", "times", false),
    P9_COLD("P9", "start-up on an empty directory", "s", false),
    P9_WARM("P9", "start-up on kept data", "s", false);

    private final String workload;
    private final String title;
    private final String unit;
    private final boolean moreIsBetter;

    Metric(String workload, String title, String unit, boolean moreIsBetter) {
        this.workload = workload;
        this.title = title;
        this.unit = unit;
        this.moreIsBetter = moreIsBetter;
    }

    /** What {@code --only} takes. */
    public String workload() {
        return workload;
    }

    public String title() {
        return title;
    }

    public String unit() {
        return unit;
    }

    public boolean moreIsBetter() {
        return moreIsBetter;
    }

    /** The name in JSON. */
    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }
}

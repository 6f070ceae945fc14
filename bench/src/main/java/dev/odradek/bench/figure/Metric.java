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
    P3_1_WORKER("P3", "three stages, 1 worker process", "items/s", true),
    P3_2_WORKERS("P3", "three stages, 2 worker processes", "items/s", true),
    P3_4_WORKERS("P3", "three stages, 4 worker processes", "items/s", true),
    P3_8_WORKERS("P3", "three stages, 8 worker processes", "items/s", true),
    P3_COST_10K("P3", "10,000 items held: processor time per transition, without compilers", "µs", false),
    P3_COST_100K("P3", "100,000 items held: processor time per transition, without compilers", "µs", false),
    P3_COST_1M("P3", "1,000,000 items held: processor time per transition, without compilers", "µs", false),
    P3_COST_10M("P3", "10,000,000 items held: processor time per transition, without compilers", "µs", false),
    P3_MEMORY_10K("P3", "10,000 items held: most memory ever resident", "MiB", false),
    P3_MEMORY_100K("P3", "100,000 items held: most memory ever resident", "MiB", false),
    P3_MEMORY_1M("P3", "1,000,000 items held: most memory ever resident", "MiB", false),
    P3_MEMORY_10M("P3", "10,000,000 items held: most memory ever resident", "MiB", false),
    P3_MEMORY_MOST("P3", "what it may take: heap, rows and RocksDB as configured, 512 for the JVM", "MiB", false),
    P4("P4", "uneven work, against sharing perfectly", "times", false),
    P5("P5", "long work, against sharing perfectly", "times", false),
    P6_BARE("P6", "an endpoint of the same server that only answers, 32 connections", "requests/s", true),
    P6_SINGLE("P6", "single posts, 32 connections", "items/s", true),
    P6_BULK("P6", "bulk posts, many items a request", "items/s", true),
    P7_IDLE("P7", "the same process without leases", "cores", false),
    P7("P7", "leases heartbeating, above that", "cores", false),
    P8_TICK("P8", "tick of the reaper, p50", "µs", false),
    P8_LATE_P50("P8", "a lease that falls due: after its time, p50", "ms", false),
    P8_LATE_WORST("P8", "a lease that falls due: after its time, worst", "ms", false),
    P8_CORES("P8", "the reaper meanwhile", "cores", false),
    P9_COLD("P9", "start-up on an empty directory", "s", false),
    P9_WARM("P9", "start-up on kept data", "s", false),
    P10_1K("P10", "payload of 1 kB through one stage", "items/s", true),
    P10_1K_BYTES("P10", "payload of 1 kB through one stage", "MB/s", true),
    P10_100K("P10", "payload of 100 kB through one stage", "items/s", true),
    P10_100K_BYTES("P10", "payload of 100 kB through one stage", "MB/s", true),
    P10_1M("P10", "artifact of 1 MB through one stage", "items/s", true),
    P10_1M_BYTES("P10", "artifact of 1 MB through one stage", "MB/s", true);

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

package dev.odradek.bench.measure;

/** Which settings a system is run with. */
public enum Tuning {
    /** What its documentation recommends for throughput and latency: W1 to W3. */
    WORKING,
    /** Nothing set that has to do with recovery: W4. */
    DEFAULT,
    /** The quickest recovery that works: W4. */
    QUICK_RECOVERY
}

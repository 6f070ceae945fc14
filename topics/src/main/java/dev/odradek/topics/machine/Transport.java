package dev.odradek.topics.machine;

/** How a queue's dispatches are spread: by demand, or by partition in order of key (see ADR 0009). */
public enum Transport {
    SHARED,
    PARTITIONED
}

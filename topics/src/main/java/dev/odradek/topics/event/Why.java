package dev.odradek.topics.event;

/** What kind of wish moved an axis. */
public enum Why {
    CLAIMED,
    COMPLETED,
    FAILED,
    RETRIED,
    RELEASED,
    EXPIRED,
    EXHAUSTED,
    TRANSITIONED,
    CANCELLED,
    REQUEUED
}

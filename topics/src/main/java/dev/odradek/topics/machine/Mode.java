package dev.odradek.topics.machine;

/** When a worker may start: once its claim is granted, or at once for short idempotent work. */
public enum Mode {
    CONFIRMED,
    EAGER
}

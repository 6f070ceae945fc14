package dev.odradek.runtime;

/** Has jobs done that may start. */
@FunctionalInterface
interface Runner {
    void ready(Job job);
}

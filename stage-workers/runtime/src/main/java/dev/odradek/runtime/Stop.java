package dev.odradek.runtime;

/** How a worker ends: it lets its handlers finish first, or gives everything back at once. */
public enum Stop {
    DRAIN,
    RELEASE_NOW
}

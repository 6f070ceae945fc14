package dev.odradek.topics.event;

/** The two lanes of a queue: fresh work, and work that came back. */
public enum Lane {
    NORMAL,
    AGAIN
}

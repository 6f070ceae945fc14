package dev.odradek.statestore.audit;

import dev.odradek.topics.event.Timer;

/**
 * A timer as whoever watches it sees it now.
 *
 * @param dueAt when it falls due by the broker's clock, renewals included
 * @param silenceMs how long a holder that says it is there may be silent
 */
public record Alarm(Timer timer, long dueAt, long silenceMs) {}

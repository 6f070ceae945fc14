package dev.odradek.reaper.deadline;

import dev.odradek.topics.event.Timer;

/**
 * A timer as the reaper sees it now.
 *
 * @param dueAt when it falls due by the broker's clock unless it is overwritten or its lease renewed before
 * @param tries how often its command has been sent without changing anything
 */
public record Watched(Timer timer, long dueAt, int tries) {}

package dev.odradek.statestore.read;

/** A schedule, and when it fires next. */
public record ScheduleView(String name, String cron, String machine, long next) {}

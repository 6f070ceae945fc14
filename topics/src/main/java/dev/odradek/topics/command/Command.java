package dev.odradek.topics.command;

import com.fasterxml.jackson.annotation.JsonTypeInfo;

/** A wish. It may be stale, duplicated or refused; nothing has happened yet. */
@JsonTypeInfo(use = JsonTypeInfo.Id.SIMPLE_NAME, property = "type")
public sealed interface Command permits ItemCommand, QueueCommand, PartitionCommand, ScheduleCommand {

    /** The command's name as it stands in the log. */
    default String type() {
        return getClass().getSimpleName();
    }
}

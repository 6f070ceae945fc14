package dev.odradek.statestore.core;

import dev.odradek.topics.command.CommandRecord;

/** A command and where it stands in the log: all that a decision may depend on besides the rows. */
public record Input(int partition, long offset, long appendTime, CommandRecord record) {}

package dev.odradek.statestore.core;

import dev.odradek.topics.command.CommandRecord;
import dev.odradek.topics.command.PartitionCommand.Level;

/** A command and where it stands in the log: all that a decision may depend on besides the rows. */
public record Input(int partition, long offset, long appendTime, CommandRecord record) {

    /** The place of a record that holds no command: it passes for a wish that nobody can grant. */
    public static Input unreadable(int partition, long offset, long appendTime) {
        String id = "unreadable/" + partition + "/" + offset;
        return new Input(partition, offset, appendTime, CommandRecord.of("odradek", id, "", new Level(0)));
    }
}

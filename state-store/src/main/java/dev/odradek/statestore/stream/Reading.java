package dev.odradek.statestore.stream;

import dev.odradek.statestore.core.Input;
import dev.odradek.topics.format.Formats;
import dev.odradek.topics.format.UnreadableException;
import org.jspecify.annotations.Nullable;

/**
 * A record of the log as it could be read.
 *
 * @param unreadable why it holds no command, if it does not
 */
public record Reading(Input input, @Nullable String unreadable) {

    public static Reading of(int partition, long offset, long appendTime, byte @Nullable [] value) {
        if (value == null) {
            return new Reading(Input.unreadable(partition, offset, appendTime), "a command without a value");
        }
        try {
            return new Reading(new Input(partition, offset, appendTime, Formats.COMMANDS.read(value)), null);
        } catch (UnreadableException e) {
            return new Reading(Input.unreadable(partition, offset, appendTime), String.valueOf(e.getMessage()));
        }
    }
}

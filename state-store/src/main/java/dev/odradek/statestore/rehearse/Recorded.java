package dev.odradek.statestore.rehearse;

import dev.odradek.statestore.core.Input;
import dev.odradek.topics.command.CommandRecord;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A command as it stands in the log, and what was recorded to have followed from it.
 *
 * @param unreadable why the record holds no command, if it does not
 * @param facts the bytes of its facts, in their order
 */
public record Recorded(Input input, @Nullable String unreadable, List<byte[]> facts) {
    public Recorded {
        facts = List.copyOf(facts);
    }

    Recorded with(CommandRecord command) {
        Input other = new Input(input.partition(), input.offset(), input.appendTime(), command);
        return new Recorded(other, unreadable, facts);
    }
}

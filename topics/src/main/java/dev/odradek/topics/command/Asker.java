package dev.odradek.topics.command;

import static java.util.Objects.requireNonNull;

/**
 * Who wants to hear what became of a command, and on which partition of {@code answers} they listen.
 *
 * @param always false: only refusals and grants are worth a record
 */
public record Asker(int slot, String id, boolean always) {
    public Asker {
        requireNonNull(id, "id");
    }
}

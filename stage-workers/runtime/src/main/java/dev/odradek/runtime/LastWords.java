package dev.odradek.runtime;

import dev.odradek.topics.command.CommandRecord;
import dev.odradek.topics.command.ItemCommand;
import dev.odradek.topics.event.Refusal;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What to say instead of a completion that the core may still refuse.
 *
 * <p>A refused completion leaves its item held by a worker that has long gone on; the last so many are remembered.
 */
final class LastWords {
    private static final int MOST = 10_000;

    /** The worker's own mistakes: with these the token still holds, and only a failure moves the item on. */
    private static final Set<Refusal> MISTAKES = EnumSet.of(
            Refusal.ILLEGAL_EDGE,
            Refusal.BAD_REQUEST,
            Refusal.UNKNOWN_MACHINE,
            Refusal.CONFLICT,
            Refusal.TOO_LARGE,
            Refusal.INTERNAL);

    private final Map<String, CommandRecord> failures = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, CommandRecord> eldest) {
            return size() > MOST;
        }
    };

    synchronized void remember(CommandRecord completion, CommandRecord failure) {
        if (completion.command() instanceof ItemCommand.Complete) {
            failures.put(completion.id(), failure);
        }
    }

    /** The failure to send now that a command was refused, if it was a completion and the mistake was the worker's. */
    synchronized Optional<CommandRecord> after(String commandId, Refusal reason) {
        Optional<CommandRecord> failure = Optional.ofNullable(failures.remove(commandId));
        return failure.filter(known -> MISTAKES.contains(reason));
    }
}

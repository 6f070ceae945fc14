package dev.odradek.runtime;

import dev.odradek.topics.command.CommandRecord;
import dev.odradek.topics.command.ItemCommand;
import dev.odradek.topics.command.Token;
import dev.odradek.topics.event.Refusal;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What to say instead of a completion that the core may still refuse.
 *
 * <p>A refused completion leaves its item held by a worker that has long gone on; the last so many are remembered. Each
 * job pays for being remembered and hardly any is ever asked for, so that is a place in a ring, and asking a walk.
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

    private final @Nullable Subject[] completed = new @Nullable Subject[MOST];
    private int next;

    /** What a failure would be about; nothing of the payload, for it is kept long after the job. */
    record Subject(String tenant, String partitionKey, String itemId, String axis, Token token) {
        static Subject of(Job job) {
            return new Subject(job.tenant(), job.partitionKey(), job.itemId(), job.axis(), job.token());
        }
    }

    void remember(CommandRecord result, Job job) {
        if (result.command() instanceof ItemCommand.Complete) {
            remember(Subject.of(job));
        }
    }

    private synchronized void remember(Subject subject) {
        completed[next] = subject;
        next = (next + 1) % MOST;
    }

    /** What to fail now that a command was refused, if it was a completion and the mistake was the worker's. */
    Optional<Subject> after(String commandId, Refusal reason) {
        return MISTAKES.contains(reason) ? Commands.completed(commandId).flatMap(this::forget) : Optional.empty();
    }

    private synchronized Optional<Subject> forget(String claimId) {
        for (int i = 0; i < MOST; i++) {
            Subject subject = completed[i];
            if (subject != null && subject.token().claimId().equals(claimId)) {
                completed[i] = null;
                return Optional.of(subject);
            }
        }
        return Optional.empty();
    }
}

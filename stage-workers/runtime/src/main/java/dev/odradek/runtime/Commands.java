package dev.odradek.runtime;

import dev.odradek.topics.command.Asker;
import dev.odradek.topics.command.CommandRecord;
import dev.odradek.topics.command.ItemCommand;
import dev.odradek.topics.command.ItemCommand.Fail.Kind;
import dev.odradek.topics.command.Token;
import dev.odradek.topics.format.WholeText;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a worker says about a job, as commands; the same thing about the same claim always has the same id. */
final class Commands {
    static final int MAX_ERROR = 2000;
    private static final String COMPLETE = "/complete";

    private final String worker;
    private final String incarnation;
    private final Asker asker;

    Commands(String worker, String incarnation, int slot) {
        this.worker = worker;
        this.incarnation = incarnation;
        this.asker = new Asker(slot, worker, false);
    }

    CommandRecord claim(Job job) {
        return record(
                job,
                job.claimId(),
                new ItemCommand.Claim(
                        job.itemId(), job.axis(), job.token().epoch(), worker, job.claimId(), incarnation));
    }

    CommandRecord result(Job job, Result result) {
        return result.match(new Result.Cases<CommandRecord>() {
            @Override
            public CommandRecord done(Result.Done r) {
                return record(
                        job,
                        job.claimId() + COMPLETE,
                        new ItemCommand.Complete(
                                job.itemId(),
                                job.axis(),
                                job.token(),
                                worker,
                                r.to(),
                                r.patch(),
                                job.spawned(),
                                r.keep()));
            }

            @Override
            public CommandRecord retry(Result.Retry r) {
                Long after = r.after() == null ? null : Long.valueOf(r.after().toMillis());
                return fail(job, Kind.RETRY, r.error(), after);
            }

            @Override
            public CommandRecord giveUp(Result.GiveUp r) {
                return fail(job, Kind.GIVE_UP, r.reason(), null);
            }
        });
    }

    /** Which claim a command was to complete; empty if it was to do something else. */
    static Optional<String> completed(String commandId) {
        return commandId.endsWith(COMPLETE)
                ? Optional.of(commandId.substring(0, commandId.length() - COMPLETE.length()))
                : Optional.empty();
    }

    CommandRecord exception(Job job, Throwable failure) {
        String message = failure.getMessage();
        String name = failure.getClass().getSimpleName();
        return fail(job, Kind.EXCEPTION, message == null ? name : name + ": " + message, null);
    }

    /** What to say of a job whose completion the core refused: without it the item would stay held. */
    CommandRecord refused(LastWords.Subject subject, String reason) {
        return fail(subject, Kind.EXCEPTION, reason, null);
    }

    /** What to say of a job that its worker had to stop, and not for the first time. */
    CommandRecord fenced(Job job) {
        return fail(
                job,
                Kind.RETRY,
                "its worker had to stop it again: it could not say in time that it still works on it",
                null);
    }

    CommandRecord release(Job job) {
        return record(
                job,
                job.claimId() + "/release",
                new ItemCommand.Release(job.itemId(), job.axis(), job.token(), worker));
    }

    private CommandRecord fail(Job job, Kind kind, String error, @Nullable Long after) {
        return fail(LastWords.Subject.of(job), kind, error, after);
    }

    private CommandRecord fail(LastWords.Subject subject, Kind kind, String error, @Nullable Long after) {
        // Mended: the cut may go through a character, and a failure must be told whatever its words are.
        String shortened = WholeText.mended(error.length() <= MAX_ERROR ? error : error.substring(0, MAX_ERROR));
        Token token = subject.token();
        ItemCommand fail =
                new ItemCommand.Fail(subject.itemId(), subject.axis(), token, worker, kind, shortened, after);
        return new CommandRecord(
                CommandRecord.SCHEMA, subject.tenant(), token.claimId() + "/fail", subject.partitionKey(), asker, fail);
    }

    private CommandRecord record(Job job, String id, ItemCommand command) {
        return new CommandRecord(CommandRecord.SCHEMA, job.tenant(), id, job.partitionKey(), asker, command);
    }
}

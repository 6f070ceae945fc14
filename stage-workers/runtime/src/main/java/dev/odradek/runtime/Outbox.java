package dev.odradek.runtime;

import dev.odradek.topics.command.CommandRecord;
import dev.odradek.topics.route.BrokenTextException;
import dev.odradek.topics.route.CommandWriter;
import dev.odradek.topics.route.CommandWriter.Written;
import dev.odradek.topics.route.TooLargeException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;

/** Writes commands and does not let go of one until the broker has it. */
final class Outbox {
    private static final Logger LOG = LoggerFactory.getLogger(Outbox.class);
    private static final long AGAIN_AFTER_MS = 1_000;

    private final CommandWriter writer;
    private final ScheduledExecutorService timers;

    Outbox(CommandWriter writer, ScheduledExecutorService timers) {
        this.writer = writer;
        this.timers = timers;
    }

    /** Writes once; fails with {@link TooLargeException} or whatever the broker says. */
    CompletableFuture<Written> write(CommandRecord record) {
        try {
            return writer.send(record);
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    /** Writes until it is safe; fails only if no attempt ever can succeed: it is too large, no text or no JSON. */
    CompletableFuture<Void> writeUntilSafe(CommandRecord record) {
        CompletableFuture<Void> safe = new CompletableFuture<>();
        attempt(record, safe);
        return safe;
    }

    private void attempt(CommandRecord record, CompletableFuture<Void> safe) {
        write(record).whenComplete((written, failure) -> {
            if (failure == null) {
                safe.complete(null);
            } else if (isFinal(cause(failure))) {
                safe.completeExceptionally(cause(failure));
            } else {
                LOG.atWarn()
                        .addKeyValue("command", record.command().type())
                        .setCause(failure)
                        .log("a command was not written, trying again");
                later(record, safe);
            }
        });
    }

    private void later(CommandRecord record, CompletableFuture<Void> safe) {
        try {
            timers.schedule(() -> attempt(record, safe), AGAIN_AFTER_MS, TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            LOG.atWarn()
                    .addKeyValue("command", record.command().type())
                    .log("a command was not written before the worker ended; its lease will run out");
        }
    }

    private static boolean isFinal(Throwable failure) {
        return failure instanceof TooLargeException
                || failure instanceof BrokenTextException
                || failure instanceof JacksonException;
    }

    private static Throwable cause(Throwable failure) {
        Throwable cause = failure.getCause();
        return failure instanceof CompletionException && cause != null ? cause : failure;
    }
}

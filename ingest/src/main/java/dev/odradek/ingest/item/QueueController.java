package dev.odradek.ingest.item;

import dev.odradek.ingest.IngestConfig;
import dev.odradek.ingest.access.Access;
import dev.odradek.ingest.access.Needs;
import dev.odradek.ingest.access.Scope;
import dev.odradek.ingest.http.Commands;
import dev.odradek.ingest.http.Problem;
import dev.odradek.ingest.http.Refusals;
import dev.odradek.topics.command.QueueCommand;
import dev.odradek.topics.command.QueueCommand.Pause;
import dev.odradek.topics.command.QueueCommand.Resume;
import dev.odradek.topics.event.Answer.Denied;
import dev.odradek.topics.event.AnswerRecord;
import dev.odradek.topics.event.Refusal;
import dev.odradek.topics.route.Reaping;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** What operators do to queues and to everything that is due. */
@RestController
final class QueueController {
    private final Commands commands;
    private final Lookup lookup;
    private final ObjectProvider<Reaping> reaping;
    private final long patience;

    QueueController(Commands commands, Lookup lookup, ObjectProvider<Reaping> reaping, IngestConfig config) {
        this.commands = commands;
        this.lookup = lookup;
        this.reaping = reaping;
        this.patience = config.patience().toMillis();
    }

    @Needs(Scope.OPERATE)
    @PostMapping("/v1/queues/{queue}/pause")
    CompletableFuture<Told> pause(
            Access access, @PathVariable String queue, @RequestBody(required = false) @Nullable PauseBody body) {
        return tell(access.tenant(), new Pause(queue, body == null ? null : body.reason()));
    }

    @Needs(Scope.OPERATE)
    @PostMapping("/v1/queues/{queue}/resume")
    CompletableFuture<Told> resume(Access access, @PathVariable String queue) {
        return tell(access.tenant(), new Resume(queue));
    }

    @Needs(Scope.OPERATE)
    @PostMapping("/v1/reap")
    CompletableFuture<Reaped> reap(Access access) {
        return reaping.getObject()
                .now(access.tenant())
                .orTimeout(patience, TimeUnit.MILLISECONDS)
                .thenApply(Reaped::new)
                .exceptionallyCompose(failure -> CompletableFuture.failedFuture(
                        failure instanceof TimeoutException || failure.getCause() instanceof TimeoutException
                                ? Problem.STARTING.because("No reaper-job has answered within " + patience
                                        + " ms; check that one runs, and ask again.")
                                : failure));
    }

    record PauseBody(@Nullable String reason) {}

    record Told(String queue, String token) {}

    record Reaped(long reaped) {}

    private CompletableFuture<Told> tell(String tenant, QueueCommand command) {
        return lookup.queues(tenant).thenCompose(known -> {
            known.ifPresent(queues -> refuseUnknown(command.queue(), queues));
            return tellAll(tenant, command);
        });
    }

    /** The token names every partition, for each has its own part of the queue. */
    private CompletableFuture<Told> tellAll(String tenant, QueueCommand command) {
        return commands.answerAll(tenant, "queue/" + command.queue(), command).thenApply(answers -> {
            for (AnswerRecord each : answers) {
                // A partition that is so already is content.
                if (each.answer() instanceof Denied denied && denied.reason() != Refusal.DUPLICATE) {
                    throw Refusals.problem(denied);
                }
            }
            return new Told(command.queue(), Commands.token(answers));
        });
    }

    /** A mistyped name would be paused or resumed, and the queue that was meant would stay as it is. */
    private static void refuseUnknown(String queue, Set<String> queues) {
        if (!queues.contains(queue)) {
            throw Problem.NOT_FOUND.because("There is no queue " + queue + "; "
                    + (queues.isEmpty()
                            ? "machines bring them, see PUT /v1/machines/{name}."
                            : "there are " + String.join(", ", queues) + "."));
        }
    }
}

package dev.odradek.ingest.claim;

import dev.odradek.ingest.access.Access;
import dev.odradek.ingest.access.Needs;
import dev.odradek.ingest.access.Scope;
import dev.odradek.ingest.http.Commands;
import dev.odradek.ingest.http.Problem;
import dev.odradek.ingest.item.Absence;
import dev.odradek.ingest.item.Delays;
import dev.odradek.topics.command.ItemCommand;
import dev.odradek.topics.command.ItemCommand.Fail.Kind;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.JsonNode;

/** What the holder of a claim says of it. */
@RestController
final class ClaimsController {
    private static final int LONGEST_NOTE = 1_000;

    private final HeldClaims claims;

    ClaimsController(HeldClaims claims) {
        this.claims = claims;
    }

    /** How far the work is. */
    record HeartbeatBody(
            @Nullable Double progress, @Nullable String note) {}

    /** That it is done; {@code keep} holds on to the claim. */
    record CompleteBody(
            @Nullable String to,
            @Nullable JsonNode patch,
            @Nullable List<Spawned> spawn,
            @Nullable Boolean keep) {}

    /** That it did not succeed. */
    record FailBody(
            @Nullable Kind kind,
            @Nullable String error,
            @Nullable Long retryAfterMs) {}

    @Needs(Scope.WORK)
    @PostMapping("/v1/claims/{claim}/heartbeat")
    CompletableFuture<ResponseEntity<Void>> heartbeat(
            Access access, @PathVariable String claim, @RequestBody(required = false) @Nullable HeartbeatBody body) {
        ClaimHandle handle = claims.named(access, claim);
        HeartbeatBody said = body == null ? new HeartbeatBody(null, null) : body;
        Double progress = said.progress();
        if (progress != null && !(progress >= 0 && progress <= 1)) {
            throw Problem.BAD_REQUEST.because("progress must be between 0 and 1, was " + progress + ".");
        }
        String note = said.note();
        if (note != null && note.length() > LONGEST_NOTE) {
            throw Problem.BAD_REQUEST.because(
                    "note must have at most " + LONGEST_NOTE + " characters, had " + note.length() + ".");
        }
        return claims.heartbeat(handle, progress, note)
                .thenApply(done -> ResponseEntity.noContent().build());
    }

    @Needs(Scope.WORK)
    @PostMapping("/v1/claims/{claim}/progress")
    CompletableFuture<ResponseEntity<Void>> progress(
            Access access, @PathVariable String claim, @RequestBody(required = false) @Nullable HeartbeatBody body) {
        return heartbeat(access, claim, body);
    }

    @Needs(Scope.WORK)
    @PostMapping("/v1/claims/{claim}/complete")
    CompletableFuture<Map<String, Object>> complete(
            Access access, @PathVariable String claim, @RequestBody(required = false) @Nullable CompleteBody body) {
        ClaimHandle handle = claims.named(access, claim);
        CompleteBody said = body == null ? new CompleteBody(null, null, null, null) : body;
        ItemCommand.Complete command = new ItemCommand.Complete(
                handle.key().itemId(),
                handle.key().axis(),
                handle.token(),
                handle.holder().worker(),
                said.to(),
                said.patch() == null ? null : Absence.dropNulls(said.patch()),
                Spawned.items(handle, said.spawn()),
                Boolean.TRUE.equals(said.keep()));
        return claims.say(handle, "complete", command).thenApply(done -> answer(handle, done));
    }

    @Needs(Scope.WORK)
    @PostMapping("/v1/claims/{claim}/fail")
    CompletableFuture<Map<String, Object>> fail(Access access, @PathVariable String claim, @RequestBody FailBody body) {
        ClaimHandle handle = claims.named(access, claim);
        if (body.kind() == null) {
            throw Problem.BAD_REQUEST.because("kind must be there: retry, give_up or exception.");
        }
        Long after = body.retryAfterMs();
        ItemCommand.Fail command = new ItemCommand.Fail(
                handle.key().itemId(),
                handle.key().axis(),
                handle.token(),
                handle.holder().worker(),
                body.kind(),
                body.error() == null ? "" : body.error(),
                after == null ? null : Delays.within("retry_after_ms", after));
        return claims.say(handle, "fail", command).thenApply(done -> answer(handle, done));
    }

    @Needs(Scope.WORK)
    @PostMapping("/v1/claims/{claim}/release")
    CompletableFuture<Map<String, Object>> release(Access access, @PathVariable String claim) {
        ClaimHandle handle = claims.named(access, claim);
        return claims.release(handle).thenApply(done -> answer(handle, done));
    }

    private static Map<String, Object> answer(ClaimHandle handle, Commands.Decided decided) {
        return Map.of("id", handle.key().itemId(), "token", decided.token());
    }
}

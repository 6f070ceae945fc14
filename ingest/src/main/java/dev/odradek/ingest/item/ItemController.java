package dev.odradek.ingest.item;

import dev.odradek.ingest.access.Access;
import dev.odradek.ingest.access.Needs;
import dev.odradek.ingest.access.Scope;
import dev.odradek.ingest.http.AddsWork;
import dev.odradek.ingest.http.Problem;
import dev.odradek.ingest.item.Intake.Accepted;
import dev.odradek.topics.command.ItemCommand.Cancel;
import dev.odradek.topics.command.ItemCommand.Patch;
import dev.odradek.topics.command.ItemCommand.Requeue;
import dev.odradek.topics.command.ItemCommand.Transition;
import dev.odradek.topics.command.NewItem;
import dev.odradek.topics.format.Json;
import dev.odradek.topics.machine.Machine;
import java.net.URI;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.PatchMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.JsonNode;

/** Items: posted, patched, and moved by hand. */
@RestController
@RequestMapping("/v1/items")
final class ItemController {
    private final Intake intake;
    private final ItemMoves moves;

    ItemController(Intake intake, ItemMoves moves) {
        this.intake = intake;
        this.moves = moves;
    }

    @Needs(Scope.TRIGGER)
    @AddsWork
    @PostMapping
    Object create(
            Access access,
            @RequestBody ItemBody body,
            @RequestHeader(name = "Idempotency-Key", required = false) @Nullable String key,
            @RequestHeader(name = "Prefer", required = false) @Nullable String prefer) {
        NewItem item = intake.draft(access.tenant(), body.keyed(key));
        return isWaiting(prefer)
                ? intake.decide(access.tenant(), item).thenApply(done -> answer(HttpStatus.CREATED, done))
                : AtOnce.orLater(
                        intake.post(access.tenant(), item).thenApply(done -> answer(HttpStatus.ACCEPTED, done)));
    }

    /** The fields replace those of the payload, and nothing else: no axis moves by it. This is no merge patch. */
    @Needs(Scope.TRIGGER)
    @PatchMapping(path = "/{id}", consumes = MediaType.APPLICATION_JSON_VALUE)
    CompletableFuture<Accepted> patch(
            Access access,
            @PathVariable String id,
            @RequestParam(name = "partition_key", required = false) @Nullable String key,
            @RequestBody JsonNode patch) {
        return moves.tell(access.tenant(), key, new Patch(id, object("The body", patch)));
    }

    @Needs(Scope.OPERATE)
    @PostMapping("/{id}/transition")
    CompletableFuture<Accepted> transition(
            Access access,
            @PathVariable String id,
            @RequestParam(name = "partition_key", required = false) @Nullable String key,
            @RequestBody TransitionBody body) {
        if (body.to() == null) {
            throw Problem.BAD_REQUEST.because("to must name the state to move to, but is missing.");
        }
        JsonNode patch = body.patch() == null ? null : object("patch", body.patch());
        return moves.tell(access.tenant(), key, new Transition(id, axis(body.axis()), body.to(), patch));
    }

    @Needs(Scope.OPERATE)
    @PostMapping("/{id}/cancel")
    CompletableFuture<Accepted> cancel(
            Access access,
            @PathVariable String id,
            @RequestParam(name = "partition_key", required = false) @Nullable String key,
            @RequestBody(required = false) @Nullable CancelBody body) {
        return moves.tell(access.tenant(), key, new Cancel(id, body == null ? null : body.reason()));
    }

    @Needs(Scope.OPERATE)
    @PostMapping("/{id}/requeue")
    CompletableFuture<Accepted> requeue(
            Access access,
            @PathVariable String id,
            @RequestParam(name = "partition_key", required = false) @Nullable String key,
            @RequestBody(required = false) @Nullable RequeueBody body) {
        return moves.tell(access.tenant(), key, new Requeue(id, axis(body == null ? null : body.axis())));
    }

    /** Ends what has not ended; the item stays to be looked at, as everything in the log does. */
    @Needs(Scope.OPERATE)
    @DeleteMapping("/{id}")
    CompletableFuture<ResponseEntity<Void>> delete(
            Access access,
            @PathVariable String id,
            @RequestParam(name = "partition_key", required = false) @Nullable String key) {
        return moves.end(access.tenant(), key, new Cancel(id, "deleted"))
                .thenApply(done -> ResponseEntity.noContent().build());
    }

    record TransitionBody(
            @Nullable String axis,
            @Nullable String to,
            @Nullable JsonNode patch) {}

    record CancelBody(@Nullable String reason) {}

    record RequeueBody(@Nullable String axis) {}

    /** As bytes, whose length is known: one write instead of chunks. */
    private static ResponseEntity<byte[]> answer(HttpStatus status, Accepted done) {
        return ResponseEntity.status(status)
                .location(URI.create("/v1/items/" + done.id()))
                .contentType(MediaType.APPLICATION_JSON)
                .body(Json.bytes(done));
    }

    private static boolean isWaiting(@Nullable String prefer) {
        return prefer != null
                && Arrays.stream(prefer.split("[,;]"))
                        .map(String::strip)
                        .anyMatch(each -> each.equals("wait") || each.startsWith("wait="));
    }

    private static JsonNode object(String what, JsonNode json) {
        if (!json.isObject()) {
            throw Problem.BAD_REQUEST.because(
                    what + " must be a JSON object with the fields to change, was " + json.getNodeType() + ".");
        }
        return Absence.dropNulls(json);
    }

    private static String axis(@Nullable String axis) {
        return axis == null ? Machine.DEFAULT_AXIS : axis;
    }
}

package dev.odradek.ingest.claim;

import dev.odradek.ingest.access.Access;
import dev.odradek.ingest.access.Needs;
import dev.odradek.ingest.access.Scope;
import dev.odradek.topics.format.Json;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** Where workers ask for work. */
@RestController
final class ClaimController {
    private static final int MOST = 100;
    private static final int LONGEST_WAIT = 30_000;

    private final ClaimDesk desk;
    private final Duration silence;

    ClaimController(ClaimDesk desk, ClaimConfig config) {
        this.desk = desk;
        this.silence = config.workerSilence();
    }

    /** @param max absent: the answer is the one claim, or null */
    record ClaimBody(
            @Nullable String worker,
            @Nullable String incarnation,
            @Nullable String axis,
            @Nullable Integer max,
            @Nullable Integer waitMs) {}

    @Needs(Scope.WORK)
    @PostMapping("/v1/queues/{queue}/claim")
    CompletableFuture<ResponseEntity<byte[]>> claim(
            Access access, @PathVariable String queue, @RequestBody ClaimBody body) {
        Integer max = body.max();
        Ask ask = new Ask(
                access.tenant(),
                Bounds.queue(queue),
                ClaimHandle.Holder.of(
                        access.tenant(),
                        Bounds.worker(body.worker()),
                        Bounds.optionalName("incarnation", body.incarnation())),
                Bounds.optionalName("axis", body.axis()),
                Bounds.within("max", max, 1, 1, MOST),
                Duration.ofMillis(Bounds.within("wait_ms", body.waitMs(), 0, 0, LONGEST_WAIT)));
        return desk.claim(ask).thenApply(claims -> max == null ? one(claims) : many(claims));
    }

    private ResponseEntity<byte[]> one(List<Claimed> claims) {
        return json(claims.isEmpty() ? null : claims.get(0).document(silence));
    }

    private ResponseEntity<byte[]> many(List<Claimed> claims) {
        return json(Map.of(
                "claims", claims.stream().map(each -> each.document(silence)).toList()));
    }

    private static ResponseEntity<byte[]> json(@Nullable Object value) {
        byte[] body = value == null ? new byte[] {'n', 'u', 'l', 'l'} : Json.bytes(value);
        return ResponseEntity.ok().contentType(MediaType.APPLICATION_JSON).body(body);
    }
}

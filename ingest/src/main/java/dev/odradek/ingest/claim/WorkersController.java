package dev.odradek.ingest.claim;

import dev.odradek.ingest.access.Access;
import dev.odradek.ingest.access.Needs;
import dev.odradek.ingest.access.Scope;
import dev.odradek.ingest.http.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** Who works: workers over HTTP say so here, and all of them are seen here. */
@RestController
final class WorkersController {
    private static final int MOST = 1_000;

    private final BeatRelay relay;
    private final HeldClaims claims;
    private final WorkerReader workers;

    WorkersController(BeatRelay relay, HeldClaims claims, WorkerReader workers) {
        this.relay = relay;
        this.claims = claims;
        this.workers = workers;
    }

    /** Whether a worker has something to do. */
    enum State {
        IDLE,
        BUSY
    }

    /** That a worker is there. */
    record BeatBody(
            @Nullable String incarnation,
            @Nullable String role,
            @Nullable State state,
            @Nullable List<@Nullable String> current) {}

    @Needs(Scope.WORK)
    @PostMapping("/v1/workers/{worker}/beat")
    CompletableFuture<ResponseEntity<Void>> beat(
            Access access, @PathVariable String worker, @RequestBody BeatBody body) {
        ClaimHandle.Holder who = ClaimHandle.Holder.of(
                access.tenant(), Bounds.worker(worker), Bounds.name("incarnation", body.incarnation()));
        String role = Bounds.optionalName("role", body.role());
        List<ClaimHandle> held = held(access, worker, body.current());
        // Whoever says that it is busy, and not with what, has not said all.
        if (body.current() != null && (!held.isEmpty() || body.state() == State.IDLE)) {
            claims.said(access.tenant(), who, held);
        }
        return relay.beat(access.tenant(), who, role, held, claims.known(held))
                .thenApply(done -> ResponseEntity.noContent().build());
    }

    private List<ClaimHandle> held(Access access, String worker, @Nullable List<@Nullable String> current) {
        List<ClaimHandle> held = new ArrayList<>();
        for (String each : current == null ? List.<String>of() : current) {
            if (held.size() >= MOST) {
                throw Problem.BAD_REQUEST.because("current must name at most " + MOST + " claims.");
            }
            ClaimHandle handle = claims.named(access, String.valueOf(each));
            if (!handle.holder().worker().equals(worker)) {
                throw Problem.BAD_REQUEST.because("current must name claims of the worker " + worker
                        + ", but one is that of " + handle.holder().worker() + ".");
            }
            held.add(handle);
        }
        return held;
    }

    @Needs(Scope.READ)
    @GetMapping("/v1/workers")
    Map<String, Object> workers(Access access) {
        return Map.of("workers", workers.workers(access.tenant()));
    }
}

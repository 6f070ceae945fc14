package dev.odradek.ingest.trigger;

import dev.odradek.ingest.IngestConfig;
import dev.odradek.ingest.access.Loopback;
import dev.odradek.ingest.access.Open;
import dev.odradek.ingest.http.AddsWork;
import dev.odradek.ingest.http.Problem;
import dev.odradek.ingest.http.ProblemException;
import dev.odradek.topics.format.Json;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** The webhooks: whoever calls one proves itself by its signature, not by a token. */
@RestController
final class TriggerController {
    private final Webhooks webhooks;
    private final int maxBody;
    private final boolean openLoopback;

    TriggerController(Webhooks webhooks, IngestConfig config) {
        this.webhooks = webhooks;
        this.maxBody = config.maxBody();
        this.openLoopback = config.isLoopbackOpen();
    }

    @Open
    @AddsWork
    @PostMapping("/v1/triggers/{name}")
    CompletableFuture<ResponseEntity<Object>> call(@PathVariable String name, HttpServletRequest request) {
        Webhook webhook = webhooks.named(name);
        Delivery delivery = delivery(request);
        Verdict verdict = webhook.judge(delivery);
        long now = delivery.at().toEpochMilli();
        if (verdict instanceof Verdict.Create create) {
            return within(webhook.create(create, now)).thenApply(done -> answer(202, done));
        }
        if (verdict instanceof Verdict.Move move) {
            return within(webhook.move(move, now)).thenApply(done -> answer(200, done));
        }
        if (verdict instanceof Verdict.Refused refused) {
            throw problem(refused);
        }
        return CompletableFuture.completedFuture(
                verdict instanceof Verdict.Echoed echoed
                        ? echo(echoed)
                        : answer(200, Map.of("ignored", ((Verdict.Ignored) verdict).why())));
    }

    /** As bytes: what it echoes may be a secret, and Spring logs objects when it debugs. */
    private static ResponseEntity<Object> echo(Verdict.Echoed echoed) {
        return ResponseEntity.ok().contentType(MediaType.APPLICATION_JSON).body(Json.bytes(echoed.body()));
    }

    /** A sender that has waited too long sends again: it must have heard by then that it should. */
    private <T> CompletableFuture<T> within(CompletableFuture<T> done) {
        return done.copy().orTimeout(webhooks.patience().toMillis(), TimeUnit.MILLISECONDS);
    }

    private Delivery delivery(HttpServletRequest request) {
        byte[] body = body(request);
        if (body.length > maxBody) {
            throw Problem.TOO_LARGE.because("The body has more than " + maxBody
                    + " bytes; store large data with PUT /v1/artifacts and send a reference.");
        }
        Map<String, String> headers = new TreeMap<>();
        request.getHeaderNames()
                .asIterator()
                .forEachRemaining(name -> headers.put(name.toLowerCase(Locale.ROOT), request.getHeader(name)));
        return new Delivery(headers, body, Instant.now(), openLoopback && Loopback.isFrom(request));
    }

    /** The bytes as they were signed: what Spring would make of a form is something else. */
    private byte[] body(HttpServletRequest request) {
        try {
            return request.getInputStream().readNBytes(maxBody + 1);
        } catch (IOException e) {
            throw Problem.BAD_REQUEST.because("The body could not be read to its end; send it again.");
        }
    }

    private static ProblemException problem(Verdict.Refused refused) {
        Problem problem = switch (refused.reason()) {
            case BAD_REQUEST -> Problem.BAD_REQUEST;
            case BAD_SIGNATURE -> Problem.BAD_SIGNATURE;
            case REPLAYED -> Problem.REPLAYED;
            case FORBIDDEN -> Problem.FORBIDDEN;
            case NO_SECRET -> Problem.NO_SECRET;
        };
        return problem.because(refused.detail());
    }

    private static ResponseEntity<Object> answer(int status, Object body) {
        return ResponseEntity.status(status).body(body);
    }
}

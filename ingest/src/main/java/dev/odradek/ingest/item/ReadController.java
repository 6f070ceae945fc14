package dev.odradek.ingest.item;

import dev.odradek.ingest.Reading;
import dev.odradek.ingest.Reading.Answered;
import dev.odradek.ingest.access.Access;
import dev.odradek.ingest.access.Needs;
import dev.odradek.ingest.access.Scope;
import dev.odradek.ingest.access.Tenants;
import dev.odradek.ingest.http.Problem;
import dev.odradek.ingest.http.ProblemException;
import dev.odradek.ingest.http.RawQuery;
import dev.odradek.topics.format.Json;
import jakarta.servlet.http.HttpServletRequest;
import java.nio.charset.StandardCharsets;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.core.JacksonException;

/** Passes reads on, each for the tenant of its token. */
@RestController
final class ReadController {
    private static final Logger LOG = LoggerFactory.getLogger(ReadController.class);

    private final Reading reading;

    ReadController(Reading reading) {
        this.reading = reading;
    }

    @Needs(Scope.READ)
    @GetMapping({
        "/v1/items",
        "/v1/items/{id}",
        "/v1/items/{id}/why",
        "/v1/items/{id}/history",
        "/v1/queues",
        "/v1/failures",
        "/v1/machines",
        "/v1/schedules"
    })
    ResponseEntity<byte[]> read(Access access, HttpServletRequest request) {
        return answer(access, request);
    }

    /** What no tenant alone is concerned with. */
    @Needs(Scope.OPERATE)
    @GetMapping({"/v1/dead-letters", "/v1/dead-letters/{id}", "/v1/check"})
    ResponseEntity<byte[]> inspect(Access access, HttpServletRequest request) {
        if (request.getRequestURI().startsWith("/v1/dead-letters")
                && !access.tenant().equals(Tenants.DEFAULT)) {
            throw Problem.FORBIDDEN.because("This shows what is of all tenants; ask with a token of tenant "
                    + Tenants.DEFAULT + " that has the scope operate.");
        }
        return answer(access, request);
    }

    private ResponseEntity<byte[]> answer(Access access, HttpServletRequest request) {
        String query = RawQuery.of(request.getQueryString())
                .with("tenant", access.tenant())
                .toString();
        RawQuery.of(request.getQueryString()).first("tenant").ifPresent(named -> {
            // Whoever passes on others' questions must not be given its own answers for theirs.
            if (!named.equals(access.tenant())) {
                throw Problem.NOT_FOUND.because("There is nothing of tenant " + named + " for this token.");
            }
        });
        try {
            return answer(reading.get(request.getRequestURI(), query));
        } catch (ProblemException e) {
            throw e;
        } catch (RuntimeException e) {
            // Whatever it is, it is not for ever: partitions move, databases come back.
            LOG.atWarn().setCause(e).log("a read failed");
            throw Problem.NO_READ_MODEL.because("The read could not be answered now; try again.");
        }
    }

    private static ResponseEntity<byte[]> answer(Answered answered) {
        if (answered.status() != 200) {
            throw problem(answered.status()).because(detail(answered));
        }
        return ResponseEntity.ok()
                .contentType(MediaType.parseMediaType(answered.contentType()))
                .body(answered.body().getBytes(StandardCharsets.UTF_8));
    }

    private static Problem problem(int status) {
        return switch (status) {
            case 400 -> Problem.BAD_REQUEST;
            case 404 -> Problem.NOT_FOUND;
            default -> Problem.NO_READ_MODEL;
        };
    }

    private static String detail(Answered answered) {
        try {
            return Json.parse(answered.body())
                    .path("detail")
                    .asString("The read was answered with " + answered.status());
        } catch (JacksonException e) {
            return "The read was answered with " + answered.status() + ".";
        }
    }
}

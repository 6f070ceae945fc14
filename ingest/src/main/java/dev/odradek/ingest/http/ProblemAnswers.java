package dev.odradek.ingest.http;

import dev.odradek.topics.format.Json;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;

/** Problems as answers. */
final class ProblemAnswers {
    /** How many seconds a client should wait before it tries again. */
    static final String RETRY_AFTER = "2";

    private ProblemAnswers() {}

    /** The document is bytes with a type: nothing about it is negotiated. */
    static ResponseEntity<byte[]> of(ProblemException problem) {
        HttpHeaders headers = new HttpHeaders();
        headers.setContentType(MediaType.APPLICATION_PROBLEM_JSON);
        if (problem.problem().isPassing()) {
            headers.set(HttpHeaders.RETRY_AFTER, RETRY_AFTER);
        }
        if (problem.problem() == Problem.UNAUTHORIZED) {
            headers.set(HttpHeaders.WWW_AUTHENTICATE, "Bearer");
        }
        return ResponseEntity.status(problem.problem().status())
                .headers(headers)
                .body(Json.bytes(problem.document()));
    }
}

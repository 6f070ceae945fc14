package dev.odradek.ingest.access;

import dev.odradek.ingest.Operations;
import dev.odradek.ingest.http.Problem;
import java.nio.charset.StandardCharsets;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** What whoever runs the process asks it: whether it is well, and its metrics. */
@RestController
final class OperationsController {
    private static final MediaType PROMETHEUS = MediaType.parseMediaType("text/plain; version=0.0.4; charset=utf-8");
    private static final MediaType TEXT = MediaType.parseMediaType("text/plain; charset=utf-8");

    private final Operations operations;

    OperationsController(Operations operations) {
        this.operations = operations;
    }

    @Open
    @GetMapping("/healthz")
    ResponseEntity<byte[]> health() {
        if (!operations.isHealthy()) {
            throw Problem.STARTING.because("A service of this process is starting or has stopped; see its log.");
        }
        return text(TEXT, "ok\n" + operations.note().map(note -> note + "\n").orElse(""));
    }

    @Open
    @GetMapping("/metrics")
    ResponseEntity<byte[]> metrics() {
        return text(PROMETHEUS, operations.scrape());
    }

    private static ResponseEntity<byte[]> text(MediaType type, String text) {
        return ResponseEntity.ok().contentType(type).body(text.getBytes(StandardCharsets.UTF_8));
    }
}

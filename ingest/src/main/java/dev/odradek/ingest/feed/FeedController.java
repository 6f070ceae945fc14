package dev.odradek.ingest.feed;

import dev.odradek.ingest.access.Access;
import dev.odradek.ingest.access.Needs;
import dev.odradek.ingest.access.Scope;
import dev.odradek.ingest.http.Problem;
import dev.odradek.ingest.http.RawQuery;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Optional;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Where whoever watches hears which rows have changed. */
@RestController
final class FeedController {
    private final FeedStreams streams;

    FeedController(FeedStreams streams) {
        this.streams = streams;
    }

    @Needs(Scope.READ)
    @GetMapping("/v1/notifications")
    void notifications(Access access, HttpServletRequest request, HttpServletResponse response) throws IOException {
        Long lastSeen = Optional.ofNullable(request.getHeader("Last-Event-ID"))
                .or(() -> RawQuery.of(request.getQueryString()).first("last_event_id"))
                .filter(text -> !text.isBlank())
                .map(FeedController::number)
                .orElse(null);
        streams.open(access, lastSeen, request, response);
    }

    /** An empty log has been seen up to -1. */
    private static Long number(String text) {
        if (!text.strip().matches("-1|\\d{1,18}")) {
            throw Problem.BAD_REQUEST.because(
                    "Last-Event-ID must be the id of an event of this stream, a whole number, but is not.");
        }
        return Long.valueOf(text.strip());
    }
}

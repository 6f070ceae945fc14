package dev.odradek.ingest.claim;

import dev.odradek.ingest.access.Access;
import dev.odradek.ingest.access.Needs;
import dev.odradek.ingest.access.Scope;
import dev.odradek.ingest.http.RawQuery;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/** Where workers hear that there is work, and that what they work on is not theirs any more. */
@RestController
final class CountsController {
    private final CountStreams streams;

    CountsController(CountStreams streams) {
        this.streams = streams;
    }

    @Needs(Scope.WORK)
    @GetMapping("/v1/queues/{queue}/events")
    void events(Access access, @PathVariable String queue, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        String worker = RawQuery.of(request.getQueryString()).first("worker").orElse(null);
        streams.open(Bounds.queue(queue), access, Bounds.optionalName("worker", worker), request, response);
    }
}

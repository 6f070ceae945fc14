package dev.odradek.ingest.item;

import dev.odradek.ingest.IngestConfig;
import dev.odradek.ingest.access.Access;
import dev.odradek.ingest.access.Needs;
import dev.odradek.ingest.access.Scope;
import dev.odradek.ingest.http.AddsWork;
import dev.odradek.ingest.http.LogWatch;
import dev.odradek.ingest.http.Problem;
import dev.odradek.topics.route.CommandWriter;
import dev.odradek.topics.settings.Connection;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.json.JsonMapper;

/** Many items in one request, one per line, taken in as they arrive. */
@RestController
final class BulkController {
    private final BulkPost.Tools tools;
    private final int longest;

    BulkController(
            Intake intake,
            CommandWriter writer,
            LogWatch watch,
            JsonMapper json,
            Connection connection,
            IngestConfig config) {
        this.tools = new BulkPost.Tools(intake, writer, watch, json.readerFor(ItemBody.class), config.patience());
        this.longest = connection.plan().maxBytes();
    }

    @Needs(Scope.TRIGGER)
    @AddsWork
    @PostMapping(
            path = "/v1/items/bulk",
            consumes = {
                MediaType.APPLICATION_NDJSON_VALUE,
                "application/ndjson",
                "application/jsonl",
                MediaType.APPLICATION_JSON_VALUE
            })
    BulkPost.Answer post(
            Access access,
            @RequestHeader(name = "Idempotency-Key", required = false) @Nullable String key,
            InputStream body) {
        if (key != null) {
            throw Problem.BAD_REQUEST.because("The header Idempotency-Key is for one item, but here are many; put"
                    + " idempotency_key into each line instead.");
        }
        BulkPost bulk = new BulkPost(access.tenant(), tools);
        LineReader lines = new LineReader(body, longest);
        try {
            boolean more = true;
            while (more) {
                more = lines.next(bulk);
            }
        } catch (IOException e) {
            throw Problem.BAD_REQUEST.because("The body could not be read to its end; items before that are taken in."
                    + " Send all of them again, each with an idempotency_key.");
        }
        return bulk.finish();
    }
}

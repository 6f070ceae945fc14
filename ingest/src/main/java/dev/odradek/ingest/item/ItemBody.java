package dev.odradek.ingest.item;

import dev.odradek.ingest.http.Problem;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * An item as a producer sends it; whatever is null is as good as absent.
 *
 * @param idempotencyKey the same key is the same item
 * @param delayMs no sooner than after this long
 * @param startAt no sooner than at this time, such as 2026-03-01T08:00:00Z
 */
public record ItemBody(
        @Nullable String machine,
        @Nullable JsonNode payload,
        @Nullable String partitionKey,
        @Nullable String idempotencyKey,
        @Nullable Long delayMs,
        @Nullable String startAt) {

    /** The same under this key, unless it has one that differs. */
    ItemBody keyed(@Nullable String header) {
        if (header == null) {
            return this;
        }
        if (idempotencyKey != null && !idempotencyKey.equals(header)) {
            throw Problem.BAD_REQUEST.because("The header Idempotency-Key and idempotency_key differ; leave out one.");
        }
        return new ItemBody(machine, payload, partitionKey, header, delayMs, startAt);
    }
}

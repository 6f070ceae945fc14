package dev.odradek.statestore.projection;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** What changes in a row of {@code items} that is there already; absent: the payload stays as it is. */
public record Touch(
        ItemKey key, @Nullable JsonNode payload, @Nullable Long payloadVersion, long updatedAt, long version) {

    Touch again(long at, long offset) {
        return new Touch(key, payload, payloadVersion, at, offset);
    }

    Touch patched(JsonNode next, long nextVersion) {
        return new Touch(key, next, nextVersion, updatedAt, version);
    }
}

package dev.odradek.statestore.projection;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** A row of {@code items} as its creation leaves it. */
public record ItemRow(
        ItemKey key,
        String machine,
        int machineVersion,
        String partitionKey,
        @Nullable String parent,
        JsonNode payload,
        long payloadVersion,
        long createdAt,
        long updatedAt,
        long version) {

    ItemRow touched(long at, long offset) {
        return new ItemRow(
                key, machine, machineVersion, partitionKey, parent, payload, payloadVersion, createdAt, at, offset);
    }

    ItemRow patched(JsonNode next, long nextVersion) {
        return new ItemRow(
                key, machine, machineVersion, partitionKey, parent, next, nextVersion, createdAt, updatedAt, version);
    }
}

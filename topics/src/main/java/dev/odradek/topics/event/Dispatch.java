package dev.odradek.topics.event;

import static java.util.Objects.requireNonNull;

import dev.odradek.topics.machine.Mode;
import tools.jackson.databind.JsonNode;

/** Work on offer: everything a worker needs to claim it and start. */
public record Dispatch(
        String itemId,
        String partitionKey,
        String machine,
        int version,
        String axis,
        String queue,
        long epoch,
        int attempt,
        Mode mode,
        long leaseMs,
        long createdAt,
        JsonNode payload) {
    public Dispatch {
        requireNonNull(itemId, "item_id");
        requireNonNull(partitionKey, "partition_key");
        requireNonNull(machine, "machine");
        requireNonNull(axis, "axis");
        requireNonNull(queue, "queue");
        requireNonNull(mode, "mode");
        requireNonNull(payload, "payload");
    }
}

package dev.odradek.topics.command;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * An item as its creator wants it.
 *
 * @param version the machine version to bind to; 0 means the newest the partition knows
 * @param partitionKey what decides the partition; absent, a spawned item shares its parent's, any other has its own id
 */
public record NewItem(
        String itemId,
        String machine,
        int version,
        @Nullable String partitionKey,
        JsonNode payload,
        long delayMs) {
    public NewItem {
        requireNonNull(itemId, "item_id");
        requireNonNull(machine, "machine");
        payload = payload == null ? JsonNodeFactory.instance.objectNode() : payload;
    }

    public static NewItem of(String itemId, String machine, JsonNode payload) {
        return new NewItem(itemId, machine, 0, null, payload, 0);
    }

    /** The key that decides the partition of an item without a parent. */
    public String ownKey() {
        return partitionKey == null ? itemId : partitionKey;
    }
}

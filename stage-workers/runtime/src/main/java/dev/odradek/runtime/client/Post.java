package dev.odradek.runtime.client;

import dev.odradek.topics.command.NewItem;
import dev.odradek.topics.format.Json;
import dev.odradek.topics.route.Ids;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * An item to be posted.
 *
 * @param version the machine version to bind to; 0 means the newest
 * @param idempotencyKey posting the same key again gives the same item
 * @param partitionKey items that share it are decided in order, on one partition
 */
public record Post(
        String machine,
        int version,
        JsonNode payload,
        @Nullable String idempotencyKey,
        @Nullable String partitionKey,
        Duration delay) {

    /** Anything that becomes JSON: a map, a record, a node. */
    public static Post of(String machine, Object payload) {
        return new Post(machine, 0, Json.mapper().valueToTree(payload), null, null, Duration.ZERO);
    }

    public Post version(int number) {
        return new Post(machine, number, payload, idempotencyKey, partitionKey, delay);
    }

    public Post idempotencyKey(String key) {
        return new Post(machine, version, payload, key, partitionKey, delay);
    }

    public Post partitionKey(String key) {
        return new Post(machine, version, payload, idempotencyKey, key, delay);
    }

    public Post delay(Duration duration) {
        return new Post(machine, version, payload, idempotencyKey, partitionKey, duration);
    }

    NewItem item(String tenant) {
        String id = idempotencyKey == null ? Ids.fresh() : Ids.forKey(tenant, idempotencyKey, partitionKey);
        return new NewItem(id, machine, version, partitionKey, payload, delay.toMillis());
    }
}

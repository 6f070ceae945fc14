package dev.odradek.client;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * An item to be posted.
 *
 * @param payload anything that becomes a JSON object: a map, a record, a node
 * @param key the same key makes the same item, so that a post may be repeated
 * @param partitionKey what decides the partition
 * @param decided whether to wait until it is decided, and not only safe
 */
public record Post(
        String machine,
        @Nullable Object payload,
        @Nullable String key,
        @Nullable String partitionKey,
        @Nullable Duration delay,
        boolean decided) {
    public Post {
        requireNonNull(machine, "machine");
    }

    public static Post of(String machine, Object payload) {
        return new Post(machine, payload, null, null, null, false);
    }

    public Post key(String idempotencyKey) {
        return new Post(machine, payload, idempotencyKey, partitionKey, delay, decided);
    }

    public Post partitionKey(String shared) {
        return new Post(machine, payload, key, shared, delay, decided);
    }

    public Post delay(Duration time) {
        return new Post(machine, payload, key, partitionKey, time, decided);
    }

    public Post waiting() {
        return new Post(machine, payload, key, partitionKey, delay, true);
    }
}

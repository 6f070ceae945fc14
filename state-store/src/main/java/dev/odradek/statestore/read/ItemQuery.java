package dev.odradek.statestore.read;

import org.jspecify.annotations.Nullable;

/** Which items to list; absent means any. */
public record ItemQuery(
        String tenant,
        @Nullable String machine,
        @Nullable String state,
        @Nullable String queue,
        int limit) {
    public ItemQuery {
        if (limit < 1 || limit > 10_000) {
            throw new IllegalArgumentException("limit must be 1 to 10000, was " + limit);
        }
    }
}

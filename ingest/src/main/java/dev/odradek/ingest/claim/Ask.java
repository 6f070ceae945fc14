package dev.odradek.ingest.claim;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A worker's wish for work.
 *
 * @param axis the one it can do; absent: any
 * @param max how many it takes at once
 * @param patience how long it waits until there is some
 */
record Ask(
        String tenant,
        String queue,
        ClaimHandle.Holder worker,
        @Nullable String axis,
        int max,
        Duration patience) {}

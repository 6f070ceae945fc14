package dev.odradek.client;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A claim that was granted.
 *
 * @param claim what to complete, fail or release it with; opaque
 * @param item the item as it was then: id, machine, axis, payload, attempt and more
 * @param epoch the fencing token
 * @param silence how long the worker may be silent before others get the item; absent: the service does not say
 */
public record Claimed(
        String claim,
        JsonNode item,
        long epoch,
        Duration lease,
        @Nullable Duration silence) {}

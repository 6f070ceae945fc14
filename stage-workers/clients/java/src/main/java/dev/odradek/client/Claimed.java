package dev.odradek.client;

import java.time.Duration;
import tools.jackson.databind.JsonNode;

/**
 * A claim that was granted.
 *
 * @param claim what to complete, fail or release it with; opaque
 * @param item the item as it was then: id, machine, axis, payload, attempt and more
 * @param epoch the fencing token
 */
public record Claimed(String claim, JsonNode item, long epoch, Duration lease) {}

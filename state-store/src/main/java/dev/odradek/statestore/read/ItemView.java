package dev.odradek.statestore.read;

import java.util.SortedMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** An item as people and programs outside see it. */
public record ItemView(
        String id,
        String tenant,
        String machine,
        int version,
        String partitionKey,
        @Nullable String parent,
        JsonNode payload,
        long payloadVersion,
        long createdAt,
        long updatedAt,
        SortedMap<String, AxisView> axes) {}

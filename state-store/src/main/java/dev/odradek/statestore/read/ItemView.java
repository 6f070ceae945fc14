package dev.odradek.statestore.read;

import java.util.SortedMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.NullNode;

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
        SortedMap<String, AxisView> axes) {

    /** The same for a list: a payload may be large. */
    public ItemView withoutPayload() {
        return new ItemView(
                id,
                tenant,
                machine,
                version,
                partitionKey,
                parent,
                NullNode.getInstance(),
                payloadVersion,
                createdAt,
                updatedAt,
                axes);
    }
}

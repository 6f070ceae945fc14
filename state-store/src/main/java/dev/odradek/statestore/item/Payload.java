package dev.odradek.statestore.item;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.odradek.statestore.core.Key;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What an item carries. */
public record Payload(@JsonValue JsonNode body) {

    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public Payload {}

    public static Key<Payload> key(String tenant, String itemId) {
        return new Key<>("payload/" + tenant + "/" + itemId, Payload.class);
    }

    /** The payload with the patch's fields laid over it; a null takes its field away. */
    public Payload patched(JsonNode patch) {
        if (!body.isObject() || !patch.isObject()) {
            return new Payload(patch);
        }
        ObjectNode next = ((ObjectNode) body).deepCopy();
        for (Map.Entry<String, JsonNode> field : patch.properties()) {
            if (field.getValue().isNull()) {
                next.remove(field.getKey());
            } else {
                next.set(field.getKey(), field.getValue());
            }
        }
        return new Payload(next);
    }
}

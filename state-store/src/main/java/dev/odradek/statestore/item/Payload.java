package dev.odradek.statestore.item;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.odradek.statestore.core.Key;
import dev.odradek.statestore.core.View;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What an item carries: with the item itself where it is small, otherwise in a row of its own. */
public record Payload(@JsonValue JsonNode body) {

    private static final int MOST_WITH_ITEM = 512;

    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public Payload {}

    public static Key<Payload> key(String tenant, String itemId) {
        return new Key<>("payload/" + tenant + "/" + itemId, Payload.class);
    }

    /** What an item carries, wherever it lies. */
    public static Payload of(View rows, String tenant, Item item) {
        JsonNode small = item.payload();
        return small == null
                ? requireNonNull(rows.get(key(tenant, item.id())), "an item has a payload")
                : new Payload(small);
    }

    /** Whether JSON of this text lies with its item: it is looked up and stored together with it. */
    static boolean isSmall(String json) {
        return json.length() <= MOST_WITH_ITEM;
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

package dev.odradek.ingest.item;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What null means to clients: that a field is not there. */
public final class Absence {
    private Absence() {}

    /** The object without its fields that are null; anything else as it is. */
    public static JsonNode dropNulls(JsonNode json) {
        if (!json.isObject() || json.valueStream().noneMatch(JsonNode::isNull)) {
            return json;
        }
        ObjectNode kept = ((ObjectNode) json).objectNode();
        json.properties().forEach(field -> {
            if (!field.getValue().isNull()) {
                kept.set(field.getKey(), field.getValue());
            }
        });
        return kept;
    }
}

package dev.odradek.client;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** How far an item is, if its handler said so. */
record Progress(double fraction, @Nullable String note) {
    static final Progress NONE = new Progress(-1, null);

    JsonNode json() {
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        if (fraction >= 0) {
            body.put("progress", fraction);
        }
        if (note != null) {
            body.put("note", note);
        }
        return body;
    }
}

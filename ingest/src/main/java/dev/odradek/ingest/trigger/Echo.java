package dev.odradek.ingest.trigger;

import tools.jackson.core.JsonPointer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * A handshake: a delivery that only wants to hear one of its own fields again.
 *
 * @param unsigned whether it is answered before there is a secret to check it with
 */
record Echo(Condition when, JsonPointer field, boolean unsigned) {
    private static final int LONGEST = 4096;

    boolean isMeant(Delivery delivery, JsonNode body) {
        JsonNode value = body.at(field);
        return value.isString() && value.asString().length() <= LONGEST && when.holds(delivery, body);
    }

    ObjectNode answer(JsonNode body) {
        String name = field.last().getMatchingProperty();
        return JsonNodeFactory.instance.objectNode().set(name, body.at(field));
    }
}

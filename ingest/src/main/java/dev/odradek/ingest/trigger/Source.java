package dev.odradek.ingest.trigger;

import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonPointer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.MissingNode;

/**
 * Where a value comes from: the first of its places that is not blank, else its default.
 *
 * @param constant stands whatever the body says
 * @param strip what is cut out of a text
 */
record Source(
        List<JsonPointer> from,
        @Nullable String header,
        @Nullable JsonNode constant,
        @Nullable JsonNode fallback,
        @Nullable Pattern strip) {

    static Source at(String... pointers) {
        return new Source(List.of(pointers).stream().map(JsonPointer::compile).toList(), null, null, null, null);
    }

    /** The value, or a missing node. */
    JsonNode of(Delivery delivery, JsonNode body) {
        if (constant != null) {
            return constant;
        }
        for (JsonPointer place : from) {
            JsonNode found = stripped(body.at(place));
            if (!isBlank(found)) {
                return found;
            }
        }
        if (header != null && delivery.header(header).isPresent()) {
            return stripped(
                    JsonNodeFactory.instance.stringNode(delivery.header(header).orElseThrow()));
        }
        return fallback == null ? MissingNode.getInstance() : fallback;
    }

    /** The value as a text; empty if there is none or it is an object or a list. */
    String textOf(Delivery delivery, JsonNode body) {
        JsonNode value = of(delivery, body);
        return value.isValueNode() && !value.isNull() ? value.asString("") : "";
    }

    static boolean isBlank(JsonNode value) {
        return value.isMissingNode()
                || value.isNull()
                || (value.isString() && value.asString().isBlank());
    }

    private JsonNode stripped(JsonNode value) {
        if (strip == null || !value.isString()) {
            return value;
        }
        return JsonNodeFactory.instance.stringNode(
                strip.matcher(value.asString()).replaceAll("").strip());
    }

    /** Names the places, for a sentence about what is not there. */
    @Override
    public String toString() {
        String places =
                String.join(" or ", from.stream().map(JsonPointer::toString).toList());
        if (header == null) {
            return places;
        }
        return places.isEmpty() ? "the header " + header : places + " or the header " + header;
    }
}

package dev.odradek.ingest.trigger;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A question about a delivery.
 *
 * @param operand what it is compared with, where the test compares
 */
record Condition(Source source, Test test, @Nullable JsonNode operand) {
    enum Test {
        BLANK,
        PRESENT,
        EQUALS,
        NOT
    }

    boolean holds(Delivery delivery, JsonNode body) {
        JsonNode value = source.of(delivery, body);
        return switch (test) {
            case BLANK -> Source.isBlank(value);
            case PRESENT -> !Source.isBlank(value);
            case EQUALS -> value.equals(operand);
            case NOT -> !value.equals(operand);
        };
    }

    @Override
    public String toString() {
        return switch (test) {
            case BLANK -> source + " is blank";
            case PRESENT -> source + " is there";
            case EQUALS -> source + " is " + operand;
            case NOT -> source + " is not " + operand;
        };
    }
}

package dev.odradek.ingest.claim;

import org.jspecify.annotations.Nullable;

/**
 * Which of a queue's lines somebody wants work of.
 *
 * @param axis absent: any of the tenant's
 */
record Wish(String tenant, @Nullable String axis) {
    boolean includes(Line line) {
        return line.tenant().equals(tenant) && (axis == null || line.axis().equals(axis));
    }
}

package dev.odradek.statestore.item;

import dev.odradek.statestore.core.Key;

/** Who stands at one place of a queue's waiting line. */
public record Waiting(String itemId, String axis) {
    public static Key<Waiting> key(String tenant, String queue, long seq) {
        return new Key<>("waiting/" + tenant + "/" + queue + "/" + seq, Waiting.class);
    }
}

package dev.odradek.runtime.client;

/** An item that is safe in the log, and where it stands there. */
public record Posted(String itemId, int partition, long offset) {
    /** For reads that must see it: {@code GET /v1/items?after=} this. */
    public String token() {
        return partition + ":" + offset;
    }
}

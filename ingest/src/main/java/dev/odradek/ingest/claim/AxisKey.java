package dev.odradek.ingest.claim;

/** One axis of one tenant's item: what can be on offer, or held, once at a time. */
record AxisKey(String tenant, String itemId, String axis) {
    Line line() {
        return new Line(tenant, axis);
    }
}

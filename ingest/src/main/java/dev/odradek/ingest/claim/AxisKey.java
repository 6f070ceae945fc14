package dev.odradek.ingest.claim;

/**
 * One axis of one tenant's item: what can be on offer, or held, once at a time.
 *
 * @param partition where the item lies: another may go by the same id elsewhere
 */
record AxisKey(String tenant, int partition, String itemId, String axis) {
    Line line() {
        return new Line(tenant, axis);
    }
}

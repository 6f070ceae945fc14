package dev.odradek.statestore.projection;

/** How often errors of one kind were met on an axis, and the last of them. */
public record FailureSeen(
        String tenant,
        String machine,
        String axis,
        ErrorPattern kind,
        String sample,
        String sampleItem,
        long times,
        long firstAt,
        long lastAt,
        long version) {

    FailureSeen and(FailureSeen later) {
        return new FailureSeen(
                tenant,
                machine,
                axis,
                kind,
                later.sample,
                later.sampleItem,
                times + later.times,
                firstAt,
                later.lastAt,
                later.version);
    }
}

package dev.odradek.statestore.read;

/**
 * Errors of one kind on one axis of a machine.
 *
 * @param failure the kind's short name, to list its items by
 * @param times how often it was met
 * @param standing how many items stand failed with it now, counted up to 1,000
 */
public record FailureView(
        String failure,
        String machine,
        String axis,
        String pattern,
        String sample,
        String sampleItem,
        long times,
        long standing,
        long firstAt,
        long lastAt) {}

package dev.odradek.ingest.claim;

import dev.odradek.topics.event.Cause;
import dev.odradek.topics.event.Dispatch;
import dev.odradek.topics.event.DispatchRecord;

/**
 * A dispatch, and where it stands.
 *
 * @param since when it was put on its lane, by the broker's clock
 * @param bytes what it takes to keep it
 */
record Offer(LanePartition at, long offset, long since, int bytes, DispatchRecord record) {

    AxisKey key() {
        return new AxisKey(
                record.tenant(),
                cause().partition(),
                dispatch().itemId(),
                dispatch().axis());
    }

    Line line() {
        return key().line();
    }

    Dispatch dispatch() {
        return record.dispatch();
    }

    Cause cause() {
        return record.cause();
    }
}

package dev.odradek.ingest.claim;

import dev.odradek.topics.event.Cause;
import dev.odradek.topics.event.Dispatch;
import dev.odradek.topics.event.DispatchRecord;
import dev.odradek.topics.event.Lane;
import dev.odradek.topics.format.Json;
import dev.odradek.topics.machine.Mode;

/** Offers and facts for tests. */
final class Offers {
    static final String TENANT = "acme";
    static final LanePartition NORMAL = new LanePartition(Lane.NORMAL, 0);
    static final LanePartition AGAIN = new LanePartition(Lane.AGAIN, 0);

    private Offers() {}

    static DispatchRecord dispatch(String tenant, String item, String axis, long epoch, Cause cause) {
        Dispatch dispatch = new Dispatch(
                item,
                item,
                "m",
                1,
                axis,
                "q",
                epoch,
                1,
                Mode.CONFIRMED,
                60_000,
                0,
                Json.mapper().createObjectNode());
        return new DispatchRecord(1, tenant, cause, dispatch);
    }

    /** An offer of the first partition's command at {@code at}. */
    static Offer offer(LanePartition lane, String item, long epoch, long at) {
        return offer(lane, item, "status", epoch, at);
    }

    static Offer offer(LanePartition lane, String item, String axis, long epoch, long at) {
        return new Offer(lane, at, at, 100, dispatch(TENANT, item, axis, epoch, new Cause(0, at, 1)));
    }

    static AxisFact claimed(String item, long epoch, long at) {
        return new AxisFact(
                new AxisKey(TENANT, 0, item, "status"), new Cause(0, at, 0), epoch, false, "w", "claim-" + epoch);
    }

    static AxisFact offered(String item, long epoch, long at) {
        return new AxisFact(new AxisKey(TENANT, 0, item, "status"), new Cause(0, at, 0), epoch, true, null, null);
    }
}

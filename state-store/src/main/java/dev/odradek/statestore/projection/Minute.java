package dev.odradek.statestore.projection;

import java.util.EnumMap;
import java.util.Map;

/** What happened on a queue within a minute, as far as one run of facts tells. */
public final class Minute {
    /** What is counted. */
    enum Count {
        OFFERED,
        CLAIMED,
        COMPLETED,
        FAILED,
        EXPIRED
    }

    private static final long LENGTH = 60_000;

    private final Key key;
    private final Map<Count, Long> counts = new EnumMap<>(Count.class);

    /** Which queue, and which minute by its first millisecond. */
    public record Key(String tenant, String queue, long start) implements Comparable<Key> {
        static Key at(String tenant, String queue, long time) {
            return new Key(tenant, queue, time - Math.floorMod(time, LENGTH));
        }

        @Override
        public int compareTo(Key other) {
            int byTenant = tenant.compareTo(other.tenant);
            int byQueue = byTenant != 0 ? byTenant : queue.compareTo(other.queue);
            return byQueue != 0 ? byQueue : Long.compare(start, other.start);
        }
    }

    Minute(Key key) {
        this.key = key;
    }

    void add(Count count) {
        counts.merge(count, 1L, Long::sum);
    }

    public Key key() {
        return key;
    }

    public long offered() {
        return counts.getOrDefault(Count.OFFERED, 0L);
    }

    public long claimed() {
        return counts.getOrDefault(Count.CLAIMED, 0L);
    }

    public long completed() {
        return counts.getOrDefault(Count.COMPLETED, 0L);
    }

    public long failed() {
        return counts.getOrDefault(Count.FAILED, 0L);
    }

    public long expired() {
        return counts.getOrDefault(Count.EXPIRED, 0L);
    }
}

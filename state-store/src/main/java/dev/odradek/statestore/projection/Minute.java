package dev.odradek.statestore.projection;

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
    private final long[] counts = new long[Count.values().length];

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
        counts[count.ordinal()]++;
    }

    public Key key() {
        return key;
    }

    public long offered() {
        return counts[Count.OFFERED.ordinal()];
    }

    public long claimed() {
        return counts[Count.CLAIMED.ordinal()];
    }

    public long completed() {
        return counts[Count.COMPLETED.ordinal()];
    }

    public long failed() {
        return counts[Count.FAILED.ordinal()];
    }

    public long expired() {
        return counts[Count.EXPIRED.ordinal()];
    }
}

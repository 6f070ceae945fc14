package dev.odradek.statestore.stream;

import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/**
 * Knows of most items that are not in a store that they are not: a new one need not be looked for on disk.
 *
 * <p>A Bloom filter. It says nothing before it has seen every item that was there when it was made, which it does
 * little by little; in a store that was empty it can tell at once.
 */
final class ItemFilter implements AutoCloseable {
    private static final String ITEMS = "item/";

    /** A MiB: of 800,000 items in a partition one in a hundred new ones is looked for in vain. */
    private static final int BITS = 1 << 23;

    private static final int PROBES = 4;

    private final long[] bits = new long[BITS / Long.SIZE];
    /** Over what was there before; absent once all of it has been seen. */
    private @Nullable KeyValueIterator<String, byte[]> before;

    ItemFilter(KeyValueStore<String, byte[]> store) {
        before = store.prefixScan(ITEMS, new StringSerializer());
        see(0);
    }

    /** Whether there is certainly no item under this key. */
    boolean isNew(String key) {
        return before == null && !mayHave(key);
    }

    void add(String key) {
        long hash = hash(key);
        for (int i = 0; i < PROBES; i++) {
            int bit = bit(hash, i);
            bits[bit / Long.SIZE] |= 1L << bit;
        }
    }

    /** Looks at so many more of the items that were there before. */
    void see(int most) {
        KeyValueIterator<String, byte[]> left = before;
        if (left == null) {
            return;
        }
        for (int i = 0; i < most && left.hasNext(); i++) {
            add(left.next().key);
        }
        if (!left.hasNext()) {
            left.close();
            before = null;
        }
    }

    /** Lets go of the store; it is not asked again. */
    @Override
    public void close() {
        if (before != null) {
            before.close();
        }
    }

    private boolean mayHave(String key) {
        long hash = hash(key);
        for (int i = 0; i < PROBES; i++) {
            int bit = bit(hash, i);
            if ((bits[bit / Long.SIZE] & 1L << bit) == 0) {
                return false;
            }
        }
        return true;
    }

    private static int bit(long hash, int probe) {
        return (int) hash + probe * (int) (hash >>> Integer.SIZE | 1) & BITS - 1;
    }

    private static long hash(String key) {
        long hash = key.length();
        for (int i = 0; i < key.length(); i++) {
            hash = (hash ^ key.charAt(i)) * 0x9E3779B97F4A7C15L;
            hash ^= hash >>> 29;
        }
        return hash;
    }
}

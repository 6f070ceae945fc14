package dev.odradek.statestore.stream;

import java.util.ArrayDeque;
import java.util.Deque;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/**
 * Knows of most items that are not in a store that they are not: a new one need not be looked for on disk.
 *
 * <p>A Bloom filter. It says nothing before it has seen every item that was there when it was made, which it does
 * little by little; in a store that was empty it can tell at once.
 */
final class ItemFilter {
    private static final String ITEMS = "item/";
    /** Comes after all of them. */
    private static final String ITEMS_END = "item0";

    /** A MiB: of 800,000 items in a partition one in a hundred new ones is looked for in vain. */
    private static final int BITS = 1 << 23;

    private static final int PROBES = 4;

    /**
     * So many of those that were there before are taken from the store at a time: less than the first four pieces of
     * {@link LateRows}, for each is a walk over all rows in memory.
     */
    private static final int PIECE = 14_000;

    private final long[] bits = new long[BITS / Long.SIZE];
    private final KeyValueStore<String, byte[]> store;
    private final Deque<String> unseen = new ArrayDeque<>();
    /** From where on there may be more that were there before; absent if there are none. */
    private @Nullable String from = ITEMS;

    ItemFilter(KeyValueStore<String, byte[]> store) {
        this.store = store;
        take();
    }

    /** Whether there is certainly no item under this key. */
    boolean isNew(String key) {
        return from == null && unseen.isEmpty() && !mayHave(key);
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
        for (int i = 0; i < most && !unseen.isEmpty(); i++) {
            add(unseen.remove());
        }
        if (unseen.isEmpty() && from != null) {
            take();
        }
    }

    /** A piece at a time: an iterator that is left open until the last is seen would keep old files for as long. */
    private void take() {
        try (KeyValueIterator<String, byte[]> rows = store.range(from, ITEMS_END)) {
            while (rows.hasNext() && unseen.size() < PIECE) {
                unseen.add(rows.next().key);
            }
        }
        from = unseen.size() < PIECE ? null : unseen.getLast() + '\0';
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

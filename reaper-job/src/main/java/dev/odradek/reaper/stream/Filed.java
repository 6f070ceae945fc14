package dev.odradek.reaper.stream;

import java.util.Arrays;

/**
 * Under which index slots are filed on disk, as far as is known: what it says is true, but it does not know all.
 *
 * <p>A slot is known by 128 bits that nobody can foresee, so that two are never taken for one another; each takes three
 * numbers in one array. When there is no room for more, those that are new are not remembered.
 */
final class Filed implements AutoCloseable {
    static final long UNKNOWN = -1;

    private static final int WORDS = 3;
    /** What a place for a slot takes. */
    static final int BYTES = WORDS * Long.BYTES;

    private static final int SMALLEST = 64;
    /** Half as many again still fit in an array. */
    private static final int MOST = Integer.MAX_VALUE / WORDS / 2;

    private final RocksMemory memory;
    private final SlotHash hash = new SlotHash();
    /** Two words of the slot, and the index plus one: zero where nothing is. Collisions go to the next place. */
    private long[] table = {};

    private int places;
    private int size;

    Filed(RocksMemory memory) {
        this.memory = memory;
    }

    /**
     * Under which index a slot is filed, or {@link #UNKNOWN}.
     *
     * @param from where in {@code key} the name of the slot begins
     */
    long find(byte[] key, int from) {
        if (size == 0) {
            return UNKNOWN;
        }
        hash.of(key, from);
        // Where nothing is stands a zero: unknown.
        return table[WORDS * place(hash.first(), hash.second()) + 2] - 1;
    }

    /** A slot is filed under this index from now on; it is not remembered if there is no room. */
    void put(byte[] key, int from, long index) {
        hash.of(key, from);
        long first = hash.first();
        long second = hash.second();
        int at = places == 0 ? -1 : place(first, second);
        if (at < 0 || isFree(at)) {
            if (isFull() && !grow()) {
                return;
            }
            at = place(first, second);
            size++;
        }
        table[WORDS * at] = first;
        table[WORDS * at + 1] = second;
        table[WORDS * at + 2] = index + 1;
    }

    /** Nothing is known of this slot any more. */
    void remove(byte[] key, int from) {
        if (size == 0) {
            return;
        }
        hash.of(key, from);
        int gap = place(hash.first(), hash.second());
        if (isFree(gap)) {
            return;
        }
        // Those behind it move up where they may, so that each is found without a gap before it.
        for (int at = after(gap); !isFree(at); at = after(at)) {
            if (distance(home(table[WORDS * at]), at) >= distance(gap, at)) {
                System.arraycopy(table, WORDS * at, table, WORDS * gap, WORDS);
                gap = at;
            }
        }
        Arrays.fill(table, WORDS * gap, WORDS * gap + WORDS, 0);
        size--;
        if (places > SMALLEST && size < places / 8) {
            shrink(Math.max(SMALLEST, places / 4));
        }
    }

    /** Nothing is known any more. */
    void clear() {
        Arrays.fill(table, 0);
        size = 0;
    }

    int size() {
        return size;
    }

    /** By little, for all share the memory; or by what is left of it if that is worth the copying. */
    private boolean grow() {
        if (places > MOST) {
            return false;
        }
        int granted = memory.filedGrow(Math.max(SMALLEST, places / 32), Math.max(SMALLEST, places / 8));
        if (granted > 0) {
            move(places + granted);
        }
        return granted > 0;
    }

    private void shrink(int fewer) {
        memory.filedShrink(places - fewer);
        move(fewer);
    }

    private void move(int toPlaces) {
        long[] before = table;
        table = new long[WORDS * toPlaces];
        places = toPlaces;
        for (int i = 0; i < before.length; i += WORDS) {
            if (before[i + 2] != 0) {
                System.arraycopy(before, i, table, WORDS * place(before[i], before[i + 1]), WORDS);
            }
        }
    }

    /** Where a slot is, or where it would be. */
    private int place(long first, long second) {
        int at = home(first);
        while (!isFree(at) && (table[WORDS * at] != first || table[WORDS * at + 1] != second)) {
            at = after(at);
        }
        return at;
    }

    private int home(long first) {
        return (int) (((first >>> 32) * places) >>> 32);
    }

    private int after(int at) {
        return at + 1 == places ? 0 : at + 1;
    }

    /** How many steps it is from one place to another. */
    private int distance(int from, int to) {
        return to >= from ? to - from : to - from + places;
    }

    private boolean isFree(int at) {
        return table[WORDS * at + 2] == 0;
    }

    /** A fifth stays free: where more is taken, each is far from home. */
    private boolean isFull() {
        return size >= places / 5 * 4;
    }

    @Override
    public void close() {
        clear();
        shrink(0);
    }
}

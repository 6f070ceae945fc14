package dev.odradek.statestore.stream;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.function.IntConsumer;
import java.util.function.IntPredicate;

/** Where rows lie, by the hash of their keys: two numbers for each, and no object. */
final class RowIndex {
    private static final int FIRST_SIZE = 64;
    private static final int FREE = -1;

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private int[] hashes = new int[FIRST_SIZE];
    private int[] places = free(FIRST_SIZE);
    private int size;

    /** Of its own, so that nobody can choose names that all have the same hash. */
    private final long factor = new SecureRandom().nextLong() | 1;

    int hash(byte[] key) {
        long hash = key.length;
        int at = 0;
        for (; at + Long.BYTES <= key.length; at += Long.BYTES) {
            hash = mixed(hash ^ (long) LONGS.get(key, at));
        }
        for (; at < key.length; at++) {
            hash = mixed(hash ^ key[at]);
        }
        return (int) hash;
    }

    private long mixed(long hash) {
        long product = hash * factor;
        return product ^ product >>> 32;
    }

    int size() {
        return size;
    }

    /** The place with this hash that is the one, or below zero. */
    int find(int hash, IntPredicate isIt) {
        for (int i = start(hash); places[i] != FREE; i = next(i)) {
            if (hashes[i] == hash && isIt.test(places[i])) {
                return places[i];
            }
        }
        return FREE;
    }

    void add(int hash, int place) {
        if (++size > places.length / 4 * 3) {
            grow();
        }
        enter(hash, place);
    }

    /** What was at one place is at another now. */
    void move(int hash, int from, int to) {
        places[slot(hash, from)] = to;
    }

    void remove(int hash, int place) {
        size--;
        int hole = slot(hash, place);
        for (int i = next(hole); places[i] != FREE; i = next(i)) {
            // One that was put behind the hole only because there was no room before it moves up.
            int wanted = start(hashes[i]);
            if ((i - wanted & mask()) >= (i - hole & mask())) {
                hashes[hole] = hashes[i];
                places[hole] = places[i];
                hole = i;
            }
        }
        places[hole] = FREE;
    }

    /**
     * Tells of all with the next so many hashes, and says where to go on; below zero if those were all there are.
     *
     * <p>Whatever comes, goes, moves up or makes the index grow meanwhile: who stays is told of, mostly once.
     */
    int walk(int from, int many, IntConsumer visitor) {
        int end = Math.min(places.length, from + many);
        for (int wanted = from; wanted < end; wanted++) {
            for (int i = wanted; places[i] != FREE; i = next(i)) {
                if (start(hashes[i]) == wanted) {
                    visitor.accept(places[i]);
                }
            }
        }
        return end < places.length ? end : -1;
    }

    void clear() {
        hashes = new int[FIRST_SIZE];
        places = free(FIRST_SIZE);
        size = 0;
    }

    private int slot(int hash, int place) {
        int i = start(hash);
        while (places[i] != place) {
            if (places[i] == FREE) {
                throw new IllegalStateException("no row is known at " + place);
            }
            i = next(i);
        }
        return i;
    }

    private void enter(int hash, int place) {
        int i = start(hash);
        while (places[i] != FREE) {
            i = next(i);
        }
        hashes[i] = hash;
        places[i] = place;
    }

    private void grow() {
        int[] oldHashes = hashes;
        int[] oldPlaces = places;
        hashes = new int[2 * oldHashes.length];
        places = free(2 * oldPlaces.length);
        for (int i = 0; i < oldPlaces.length; i++) {
            if (oldPlaces[i] != FREE) {
                enter(oldHashes[i], oldPlaces[i]);
            }
        }
    }

    private int start(int hash) {
        return hash & mask();
    }

    private int next(int i) {
        return i + 1 & mask();
    }

    private int mask() {
        return places.length - 1;
    }

    private static int[] free(int size) {
        int[] places = new int[size];
        Arrays.fill(places, FREE);
        return places;
    }
}

package dev.odradek.statestore.stream;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Makes rows short by what they have in common: with rows it has learned, with their own key, and within themselves.
 *
 * <p>Rows of one machine differ in ids, times and little else. What is packed is a list of pieces, each some bytes as
 * they are and then a copy of others, from a place among what was learned or in key and row themselves. Nothing that
 * was learned ever changes, so that what was packed before more was learned can still be read.
 *
 * <p>For one thread at a time.
 */
final class RowPacker {
    /** Key and row together: longer ones are seldom alike, and places are numbers of two bytes. */
    private static final int LONGEST = 8 << 10;

    /** A row that stays longer than half of itself is learned, unless it is long. */
    private static final int LONGEST_LEARNED = 1 << 10;

    /** So much may be learned; places from here on are those in key and row themselves. */
    private static final int OWN = 1 << 15;

    /** A copy takes three bytes. */
    private static final int SHORTEST_COPY = 5;

    /** The largest count in half a byte: the rest of it follows. */
    private static final int HALF = 0xF;

    /** The largest number in a byte: if it is a part of a count, more follows. */
    private static final int BYTE = 0xFF;

    private static final int LEARNED_BITS = 14;
    private static final int OWN_BITS = 10;

    private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private byte[] learned = {};
    /** Where four bytes with a hash are, plus one. */
    private final char[] learnedAt = new char[1 << LEARNED_BITS];

    /** The key, and behind it the row. */
    private final byte[] own = new byte[LONGEST];

    private final char[] ownAt = new char[1 << OWN_BITS];

    private final byte[] packed = new byte[LONGEST + LONGEST / 64];
    /** Where in what is packed it is being written or read. */
    private int cursor;

    /** The row in short; absent if it would not be any shorter. */
    byte @Nullable [] pack(byte[] key, byte[] row) {
        if (key.length + row.length > LONGEST) {
            return null;
        }
        write(key, row);
        if (cursor > row.length / 2 && row.length <= LONGEST_LEARNED && learned.length + row.length <= OWN) {
            learn(row);
        }
        return cursor < row.length ? Arrays.copyOf(packed, cursor) : null;
    }

    private void write(byte[] key, byte[] row) {
        System.arraycopy(key, 0, own, 0, key.length);
        System.arraycopy(row, 0, own, key.length, row.length);
        int end = key.length + row.length;
        Arrays.fill(ownAt, (char) 0);
        for (int i = 0; i + Integer.BYTES <= key.length; i++) {
            ownAt[ownSlot(hash(own, i))] = (char) (i + 1);
        }
        cursor = 0;
        writeShort(row.length);
        int plain = key.length;
        int at = plain;
        while (at + Integer.BYTES <= end) {
            int hash = hash(own, at);
            int theirs = learnedAt[learnedSlot(hash)] - 1;
            int ours = ownAt[ownSlot(hash)] - 1;
            int likeTheirs = theirs < 0 ? 0 : alike(learned, theirs, learned.length, at, end);
            // A copy ends with the key that it is of.
            int likeOurs = ours < 0 ? 0 : alike(own, ours, ours < key.length ? key.length : end, at, end);
            int length = Math.max(likeTheirs, likeOurs);
            if (length < SHORTEST_COPY) {
                ownAt[ownSlot(hash)] = (char) (at + 1);
                at++;
            } else {
                writePlain(plain, at - plain, length - SHORTEST_COPY);
                writeShort(likeTheirs >= likeOurs ? theirs : OWN + ours);
                at += length;
                plain = at;
            }
        }
        if (plain < end) {
            writePlain(plain, end - plain, 0);
        }
    }

    private void writePlain(int from, int plain, int copied) {
        packed[cursor++] = (byte) (Math.min(plain, HALF) << 4 | Math.min(copied, HALF));
        writeRest(plain);
        writeRest(copied);
        System.arraycopy(own, from, packed, cursor, plain);
        cursor += plain;
    }

    private void writeRest(int count) {
        if (count >= HALF) {
            int rest = count - HALF;
            for (; rest >= BYTE; rest -= BYTE) {
                packed[cursor++] = (byte) BYTE;
            }
            packed[cursor++] = (byte) rest;
        }
    }

    private void writeShort(int number) {
        packed[cursor++] = (byte) (number >> 8);
        packed[cursor++] = (byte) number;
    }

    /** How many bytes from one place on are those at another of key and row. */
    private int alike(byte[] from, int start, int limit, int at, int end) {
        int most = Math.min(limit - start, end - at);
        int length = 0;
        while (length + Long.BYTES <= most) {
            long differ = (long) LONGS.get(from, start + length) ^ (long) LONGS.get(own, at + length);
            if (differ != 0) {
                return length + Long.numberOfTrailingZeros(differ) / Byte.SIZE;
            }
            length += Long.BYTES;
        }
        while (length < most && from[start + length] == own[at + length]) {
            length++;
        }
        return length;
    }

    private void learn(byte[] row) {
        int first = learned.length;
        learned = Arrays.copyOf(learned, first + row.length);
        System.arraycopy(row, 0, learned, first, row.length);
        for (int i = first; i + Integer.BYTES <= learned.length; i++) {
            int slot = learnedSlot(hash(learned, i));
            // What was learned first has served since; a row like no other must not displace it.
            if (learnedAt[slot] == 0) {
                learnedAt[slot] = (char) (i + 1);
            }
        }
    }

    /** The row that was packed under this key. */
    byte[] unpack(byte[] key, byte[] from) {
        cursor = 0;
        byte[] row = new byte[readShort(from)];
        for (int at = 0; at < row.length; ) {
            int counts = from[cursor++];
            int plain = readCount(from, counts >> 4 & HALF);
            int copied = readCount(from, counts & HALF) + SHORTEST_COPY;
            System.arraycopy(from, cursor, row, at, plain);
            cursor += plain;
            at += plain;
            if (at < row.length) {
                copy(key, row, at, readShort(from), copied);
                at += copied;
            }
        }
        return row;
    }

    private void copy(byte[] key, byte[] row, int at, int place, int length) {
        if (place < OWN) {
            System.arraycopy(learned, place, row, at, length);
        } else if (place - OWN < key.length) {
            System.arraycopy(key, place - OWN, row, at, length);
        } else {
            int start = place - OWN - key.length;
            // One by one: it may be of what it is making.
            for (int i = 0; i < length; i++) {
                row[at + i] = row[start + i];
            }
        }
    }

    private int readCount(byte[] from, int half) {
        int count = half;
        if (half == HALF) {
            int rest;
            do {
                rest = from[cursor++] & BYTE;
                count += rest;
            } while (rest == BYTE);
        }
        return count;
    }

    private int readShort(byte[] from) {
        return (from[cursor++] & BYTE) << 8 | (from[cursor++] & BYTE);
    }

    private static int hash(byte[] from, int at) {
        return (int) INTS.get(from, at) * 0x9E3779B1;
    }

    private static int learnedSlot(int hash) {
        return hash >>> (Integer.SIZE - LEARNED_BITS);
    }

    private static int ownSlot(int hash) {
        return hash >>> (Integer.SIZE - OWN_BITS);
    }
}

package dev.odradek.reaper.stream;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.security.SecureRandom;

/**
 * 128 bits that stand for a slot: SipHash-2-4 with a key of this object's own.
 *
 * <p>Whoever names the items does not know the key, and so cannot find two of the same bits.
 */
final class SlotHash {
    private static final VarHandle WORD = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private static final SecureRandom RANDOM = new SecureRandom();

    private final long key0;
    private final long key1;
    private long v0;
    private long v1;
    private long v2;
    private long v3;
    private long first;
    private long second;

    SlotHash() {
        this(RANDOM.nextLong(), RANDOM.nextLong());
    }

    SlotHash(long key0, long key1) {
        this.key0 = key0;
        this.key1 = key1;
    }

    /** Hashes the bytes of a key from one on: {@link #first} and {@link #second} are its bits then. */
    void of(byte[] key, int from) {
        v0 = key0 ^ 0x736f6d6570736575L;
        v1 = key1 ^ 0x646f72616e646f6dL ^ 0xee;
        v2 = key0 ^ 0x6c7967656e657261L;
        v3 = key1 ^ 0x7465646279746573L;
        int at = from;
        for (; key.length - at >= Long.BYTES; at += Long.BYTES) {
            add((long) WORD.get(key, at));
        }
        long last = (long) (key.length - from) << 56;
        for (int shift = 0; at < key.length; at++, shift += Byte.SIZE) {
            last |= (key[at] & 0xFFL) << shift;
        }
        add(last);
        v2 ^= 0xee;
        finish();
        first = v0 ^ v1 ^ v2 ^ v3;
        v1 ^= 0xdd;
        finish();
        second = v0 ^ v1 ^ v2 ^ v3;
    }

    long first() {
        return first;
    }

    long second() {
        return second;
    }

    private void add(long word) {
        v3 ^= word;
        round();
        round();
        v0 ^= word;
    }

    private void finish() {
        round();
        round();
        round();
        round();
    }

    private void round() {
        v0 += v1;
        v1 = Long.rotateLeft(v1, 13) ^ v0;
        v0 = Long.rotateLeft(v0, 32);
        v2 += v3;
        v3 = Long.rotateLeft(v3, 16) ^ v2;
        v0 += v3;
        v3 = Long.rotateLeft(v3, 21) ^ v0;
        v2 += v1;
        v1 = Long.rotateLeft(v1, 17) ^ v2;
        v2 = Long.rotateLeft(v2, 32);
    }
}

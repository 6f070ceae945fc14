package dev.odradek.reaper.stream;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.apache.kafka.common.TopicPartition;

/** Under which keys timers lie on disk: each kind together, and in the order they are looked for. */
final class TimerKeys {
    private static final byte FORMAT = 'f';
    private static final byte SLOT = 's';
    private static final byte DUE = 'd';
    private static final byte HELD = 'h';
    private static final byte READ = 'r';

    /** Where the name begins in the key of a slot. */
    static final int NAME = 1;
    /** Where the name of the slot begins in a key by index. */
    static final int DUE_NAME = 1 + Long.BYTES;

    static final byte[] NOTHING = {};
    /** No slot begins with it, and none comes after it. */
    static final byte[] LAST = {(byte) 0xFF};

    private TimerKeys() {}

    /** Under which it stands how everything else is laid out. */
    static byte[] format() {
        return new byte[] {FORMAT};
    }

    static byte[] slot(String slot) {
        return key(SLOT, slot.getBytes(UTF_8));
    }

    /** The slot of a key by index. */
    static byte[] slot(byte[] due) {
        return ByteBuffer.allocate(NAME + due.length - DUE_NAME)
                .put(SLOT)
                .put(due, DUE_NAME, due.length - DUE_NAME)
                .array();
    }

    /** What comes right after a key. */
    static byte[] after(byte[] key) {
        return Arrays.copyOf(key, key.length + 1);
    }

    static byte[] read(TopicPartition partition) {
        return key(READ, partition.toString().getBytes(UTF_8));
    }

    static byte[] firstRead() {
        return new byte[] {READ};
    }

    static byte[] afterRead() {
        return new byte[] {READ + 1};
    }

    static byte[] firstHeld() {
        return new byte[] {HELD};
    }

    static byte[] afterHeld() {
        return new byte[] {HELD + 1};
    }

    /** What comes before every slot of this index. */
    static byte[] firstDue(long index) {
        return due(index, NOTHING, 0);
    }

    /** What comes after every slot of this index. */
    static byte[] afterDue(long index) {
        return index == Long.MAX_VALUE ? new byte[] {DUE + 1} : firstDue(index + 1);
    }

    /** @param from where in {@code slot} its name begins */
    static byte[] due(long index, byte[] slot, int from) {
        return ByteBuffer.allocate(DUE_NAME + slot.length - from)
                .put(DUE)
                .putLong(Math.max(0, index))
                .put(slot, from, slot.length - from)
                .array();
    }

    /** The index in a key by index. */
    static long index(byte[] due) {
        return ByteBuffer.wrap(due, 1, Long.BYTES).getLong();
    }

    /** @param from where in {@code slot} its name begins */
    static byte[] held(String incarnation, byte[] slot, int from) {
        byte[] who = incarnation.getBytes(UTF_8);
        return ByteBuffer.allocate(2 + who.length + slot.length - from)
                .put(HELD)
                .put(who)
                .put((byte) 0)
                .put(slot, from, slot.length - from)
                .array();
    }

    /** Whose silence ends what stands under a key by incarnation. */
    static String incarnation(byte[] held) {
        int end = 1;
        while (held[end] != 0) {
            end++;
        }
        return new String(held, 1, end - 1, UTF_8);
    }

    static String text(byte[] key, int from) {
        return new String(key, from, key.length - from, UTF_8);
    }

    private static byte[] key(byte kind, byte[] name) {
        return ByteBuffer.allocate(1 + name.length).put(kind).put(name).array();
    }
}

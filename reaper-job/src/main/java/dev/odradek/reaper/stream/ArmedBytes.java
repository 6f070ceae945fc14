package dev.odradek.reaper.stream;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.odradek.reaper.deadline.Armed;
import dev.odradek.topics.event.TimerRecord;
import dev.odradek.topics.format.Formats;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A timer as it lies in the store: what it is found by in front, so that it need not be parsed to be replaced.
 *
 * <p>Whoever changes the layout changes {@link TimerDatabase#FORMAT}, too.
 */
final class ArmedBytes {
    private static final int FILED = 2 * Long.BYTES;
    private static final int TRIES = FILED + Long.BYTES;
    private static final int NAME = TRIES + Integer.BYTES;
    private static final int HEAD = NAME + Integer.BYTES;

    private ArmedBytes() {}

    static byte[] write(Armed armed, byte[] record) {
        byte[] name =
                armed.incarnation() == null ? new byte[0] : armed.incarnation().getBytes(UTF_8);
        return ByteBuffer.allocate(HEAD + name.length + record.length)
                .putLong(armed.index())
                .putLong(armed.start())
                .putLong(0)
                .putInt(armed.tries())
                .putInt(name.length)
                .put(name)
                .put(record)
                .array();
    }

    static Armed read(byte[] bytes) {
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        byte[] record = record(bytes);
        TimerRecord timer = Formats.TIMERS.read(record);
        return new Armed(buffer.getLong(0), buffer.getLong(Long.BYTES), buffer.getInt(TRIES), timer);
    }

    /** When to look at it; none is found before zero. */
    static long index(byte[] bytes) {
        return Math.max(0, ByteBuffer.wrap(bytes).getLong(0));
    }

    /** Under which index it is filed on disk: its own, or an earlier one. */
    static long filed(byte[] bytes) {
        return ByteBuffer.wrap(bytes).getLong(FILED);
    }

    static void file(byte[] bytes, long index) {
        ByteBuffer.wrap(bytes).putLong(FILED, index);
    }

    static @Nullable String incarnation(byte[] bytes) {
        int length = ByteBuffer.wrap(bytes).getInt(NAME);
        return length == 0 ? null : new String(bytes, HEAD, length, UTF_8);
    }

    /** The timer's own bytes. */
    static byte[] record(byte[] bytes) {
        int length = ByteBuffer.wrap(bytes).getInt(NAME);
        byte[] record = new byte[bytes.length - HEAD - length];
        System.arraycopy(bytes, HEAD + length, record, 0, record.length);
        return record;
    }
}

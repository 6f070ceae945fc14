package dev.odradek.statestore.stream;

import java.nio.ByteBuffer;

/** One page of rows, one after the other, each with its key and whether it is still the one to be read. */
final class RowPage {
    /** Where rows may begin. */
    static final int UNIT = 8;

    /** Before the key: its hash, its length, and the length of the row. */
    private static final int HEAD = 3 * Integer.BYTES;

    private static final int KEY_LENGTH = Integer.BYTES;
    private static final int ROW_LENGTH = 2 * Integer.BYTES;

    /** In place of the length of a row that is gone. */
    private static final int GONE = -1;

    /** Added to the length of a key whose row is no longer the one to be read. */
    private static final int LEFT = 1 << 31;

    /** Added to the length of a key whose row has been made as short as it can be. */
    private static final int SETTLED = 1 << 30;

    /** Added to the length of a key whose row is packed. */
    private static final int PACKED = 1 << 29;

    private final int number;
    private final ByteBuffer bytes;
    private int end;
    private int used;
    private int fresh;
    private long made;

    RowPage(int number, ByteBuffer bytes) {
        this.number = number;
        this.bytes = bytes;
    }

    ByteBuffer bytes() {
        return bytes;
    }

    /** How many pages of this size can be told apart by the places in them. */
    static int mostOf(int size) {
        return Integer.MAX_VALUE / (size / UNIT);
    }

    /** What a row takes here. */
    static int size(byte[] key, byte[] row) {
        return rounded(HEAD + key.length + row.length);
    }

    private static int rounded(int size) {
        return (size + UNIT - 1) & -UNIT;
    }

    int number() {
        return number;
    }

    /** Where among all pages a row lies, in units. */
    int place(int at) {
        return number * (bytes.capacity() / UNIT) + at / UNIT;
    }

    /** Which one it was to be begun. */
    long made() {
        return made;
    }

    void begin(long which) {
        made = which;
        end = 0;
        used = 0;
        fresh = 0;
    }

    int end() {
        return end;
    }

    int room() {
        return bytes.capacity() - end;
    }

    /** How many bytes are rows still to be read. */
    int used() {
        return used;
    }

    /** How many of them are rows that nobody has tried to pack. */
    int fresh() {
        return fresh;
    }

    /** Appends a row, and says at which place. */
    int append(int hash, byte[] key, byte[] row) {
        return append(hash, key, row, 0);
    }

    /** Appends a row that is packed, and says at which place. */
    int appendPacked(int hash, byte[] key, byte[] packed) {
        return append(hash, key, packed, SETTLED | PACKED);
    }

    private int append(int hash, byte[] key, byte[] row, int marks) {
        int at = end;
        bytes.putInt(at, hash);
        bytes.putInt(at + KEY_LENGTH, key.length | marks);
        bytes.putInt(at + ROW_LENGTH, row == Layer.GONE ? GONE : row.length);
        bytes.put(at + HEAD, key);
        bytes.put(at + HEAD + key.length, row);
        return grown(at, size(key, row));
    }

    /** Appends a row of another page as it is, and says at which place. */
    int append(RowPage from, int at) {
        int size = from.after(at) - at;
        bytes.put(end, from.bytes, at, size);
        return grown(end, size);
    }

    private int grown(int at, int size) {
        end += size;
        used += size;
        fresh += isFresh(at) ? size : 0;
        return place(at);
    }

    /** This row is no longer the one to be read. */
    void leave(int at) {
        int size = after(at) - at;
        used -= size;
        fresh -= isFresh(at) ? size : 0;
        mark(at, LEFT);
    }

    /** This row is not tried to be packed any more. */
    void settle(int at) {
        fresh -= after(at) - at;
        mark(at, SETTLED);
    }

    private void mark(int at, int with) {
        bytes.putInt(at + KEY_LENGTH, bytes.getInt(at + KEY_LENGTH) | with);
    }

    boolean isFresh(int at) {
        return (bytes.getInt(at + KEY_LENGTH) & SETTLED) == 0;
    }

    boolean isPacked(int at) {
        return (bytes.getInt(at + KEY_LENGTH) & PACKED) != 0;
    }

    boolean isUsed(int at) {
        return bytes.getInt(at + KEY_LENGTH) >= 0;
    }

    int hash(int at) {
        return bytes.getInt(at);
    }

    /** Where the next row begins. */
    int after(int at) {
        return at + rounded(HEAD + keyLength(at) + Math.max(0, bytes.getInt(at + ROW_LENGTH)));
    }

    byte[] key(int at) {
        byte[] key = new byte[keyLength(at)];
        bytes.get(at + HEAD, key);
        return key;
    }

    /** Whether the key comes before this one. */
    boolean isBefore(int at, byte[] limit) {
        int length = keyLength(at);
        for (int i = 0; i < Math.min(length, limit.length); i++) {
            int differ = (bytes.get(at + HEAD + i) & 0xFF) - (limit[i] & 0xFF);
            if (differ != 0) {
                return differ < 0;
            }
        }
        return length < limit.length;
    }

    boolean hasKey(int at, byte[] key) {
        if (keyLength(at) != key.length) {
            return false;
        }
        // From behind: keys that are not the same mostly begin alike.
        for (int i = key.length - 1; i >= 0; i--) {
            if (bytes.get(at + HEAD + i) != key[i]) {
                return false;
            }
        }
        return true;
    }

    /** The row itself, as it lies here; {@link Layer#GONE} if it is gone. */
    byte[] row(int at) {
        int length = bytes.getInt(at + ROW_LENGTH);
        if (length == GONE) {
            return Layer.GONE;
        }
        byte[] row = new byte[length];
        bytes.get(at + HEAD + keyLength(at), row);
        return row;
    }

    private int keyLength(int at) {
        return bytes.getInt(at + KEY_LENGTH) & ~(LEFT | SETTLED | PACKED);
    }
}

package dev.odradek.statestore.stream;

import java.util.Arrays;
import java.util.NavigableMap;
import java.util.NoSuchElementException;
import java.util.function.Predicate;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * Rows in the order of their keys, from one on as long as they are wanted, those in memory and those on disk.
 *
 * <p>In pieces, of which the first is small: many ask for a page and no more, and what is copied of the rows in memory
 * must not be all of them. In each piece memory is looked at before the disk, so that a row that goes from one to the
 * other meanwhile is found twice, and given once.
 */
final class LateRows implements KeyValueIterator<Bytes, byte[]> {
    private static final int FIRST = 1_000;
    private static final int LARGEST = 16_000;

    private final RowPages late;
    private final KeyValueStore<Bytes, byte[]> disk;
    private final Predicate<byte[]> wanted;
    private MergedRows<Bytes> piece;
    private int most = FIRST;
    /** Where the next piece begins; empty if this is the last. */
    private byte[] next;

    /** @param wanted may hold for a key only if it holds for all keys between {@code from} and it */
    LateRows(RowPages late, KeyValueStore<Bytes, byte[]> disk, byte[] from, Predicate<byte[]> wanted) {
        this.late = late;
        this.disk = disk;
        this.wanted = wanted;
        this.next = from;
        this.piece = piece();
    }

    private MergedRows<Bytes> piece() {
        Bytes from = Bytes.wrap(next);
        NavigableMap<Bytes, byte[]> waiting = late.first(most, next, wanted);
        if (waiting.size() < most) {
            next = new byte[0];
            return new MergedRows<>(waiting, disk.range(from, null));
        }
        Bytes last = waiting.lastKey();
        // No key lies between one and the same with a zero behind it.
        next = Arrays.copyOf(last.get(), last.get().length + 1);
        most = Math.min(LARGEST, 2 * most);
        return new MergedRows<>(waiting, disk.range(from, last));
    }

    @Override
    public boolean hasNext() {
        while (!piece.hasNext() && next.length > 0) {
            piece.close();
            piece = piece();
        }
        return piece.hasNext() && wanted.test(piece.peekNextKey().get());
    }

    @Override
    public KeyValue<Bytes, byte[]> next() {
        peekNextKey();
        return piece.next();
    }

    @Override
    public Bytes peekNextKey() {
        if (!hasNext()) {
            throw new NoSuchElementException("there are no more rows");
        }
        return piece.peekNextKey();
    }

    @Override
    public void close() {
        piece.close();
    }
}

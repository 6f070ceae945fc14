package dev.odradek.statestore.stream;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.NoSuchElementException;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;

/**
 * All rows of a layer in no order, a piece at a time: nothing is kept open between two pieces, however long one takes
 * over them.
 *
 * <p>Every row that nobody changes meanwhile is given, mostly once; of the others some version, or none. Those that lie
 * on disk while memory has them are passed over, at a millisecond or so a thousand, and one call may meet many of them.
 */
final class AllRows<K> implements KeyValueIterator<K, byte[]> {
    private final Pieces<K> pieces;
    private final Piece<K> piece = new Piece<>();
    private boolean more = true;

    AllRows(Pieces<K> pieces) {
        this.pieces = pieces;
    }

    /** Where rows come from. */
    interface Pieces<K> {
        /** Fills a piece with some more, which may be none at all; false: there are no more behind them. */
        boolean next(Piece<K> piece);

        default void close() {}
    }

    /** As many rows as are in memory at once: few large ones, or many small ones. */
    static final class Piece<K> {
        static final int MOST = 1_000;

        private static final int MOST_BYTES = 1 << 20;

        private final Deque<KeyValue<K, byte[]>> rows = new ArrayDeque<>();
        private int bytes;

        void add(K key, byte[] row) {
            rows.add(KeyValue.pair(key, row));
            bytes += row.length;
        }

        boolean isFull() {
            return rows.size() >= MOST || bytes >= MOST_BYTES;
        }

        private KeyValue<K, byte[]> remove() {
            KeyValue<K, byte[]> first = rows.remove();
            bytes -= first.value.length;
            return first;
        }
    }

    @Override
    public boolean hasNext() {
        while (piece.rows.isEmpty() && more) {
            more = pieces.next(piece);
        }
        return !piece.rows.isEmpty();
    }

    @Override
    public KeyValue<K, byte[]> next() {
        peekNextKey();
        return piece.remove();
    }

    @Override
    public K peekNextKey() {
        if (!hasNext()) {
            throw new NoSuchElementException("there are no more rows");
        }
        return piece.rows.element().key;
    }

    @Override
    public void close() {
        more = false;
        piece.rows.clear();
        pieces.close();
    }
}

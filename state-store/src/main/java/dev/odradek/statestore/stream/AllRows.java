package dev.odradek.statestore.stream;

import static java.util.Objects.requireNonNull;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.NoSuchElementException;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.jspecify.annotations.Nullable;

/**
 * All rows of a layer in no order, a piece at a time: nothing is kept open between two pieces, however long one takes
 * over them.
 *
 * <p>Every row that nobody changes meanwhile is given, mostly once; of the others some version, or none.
 */
final class AllRows<K> implements KeyValueIterator<K, byte[]> {
    private final Pieces<K> pieces;
    private @Nullable Deque<KeyValue<K, byte[]>> piece = new ArrayDeque<>();

    AllRows(Pieces<K> pieces) {
        this.pieces = pieces;
    }

    /** Where rows come from. */
    interface Pieces<K> {
        /** Some more, which may be none at all; absent: that was all. */
        @Nullable Deque<KeyValue<K, byte[]>> next();

        default void close() {}
    }

    @Override
    public boolean hasNext() {
        while (piece != null && piece.isEmpty()) {
            piece = pieces.next();
        }
        return piece != null;
    }

    @Override
    public KeyValue<K, byte[]> next() {
        peekNextKey();
        return requireNonNull(piece).remove();
    }

    @Override
    public K peekNextKey() {
        if (!hasNext()) {
            throw new NoSuchElementException("there are no more rows");
        }
        return requireNonNull(piece).element().key;
    }

    @Override
    public void close() {
        piece = null;
        pieces.close();
    }
}

package dev.odradek.statestore.stream;

import java.util.Comparator;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NoSuchElementException;
import java.util.Objects;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.jspecify.annotations.Nullable;

/** The rows below in their order, with those that still wait above in their place. */
final class MergedRows<K> implements KeyValueIterator<K, byte[]> {
    private final NavigableMap<K, byte[]> waiting;
    private final Comparator<? super K> order;
    private final KeyValueIterator<K, byte[]> stored;
    private @Nullable KeyValue<K, byte[]> next;

    /** @param waiting in the order of the rows below; it is used up on the way */
    MergedRows(NavigableMap<K, byte[]> waiting, KeyValueIterator<K, byte[]> stored) {
        this.waiting = waiting;
        this.order = Objects.requireNonNull(waiting.comparator());
        this.stored = stored;
        try {
            advance();
        } catch (RuntimeException e) {
            stored.close();
            throw e;
        }
    }

    private void advance() {
        next = null;
        while (next == null && (stored.hasNext() || !waiting.isEmpty())) {
            boolean fromDisk = stored.hasNext()
                    && (waiting.isEmpty() || order.compare(stored.peekNextKey(), waiting.firstKey()) < 0);
            next = fromDisk ? stored.next() : waited();
        }
    }

    /** The first that waits, in place of its row on disk; none if it is gone. */
    private @Nullable KeyValue<K, byte[]> waited() {
        Map.Entry<K, byte[]> first = waiting.pollFirstEntry();
        if (stored.hasNext() && stored.peekNextKey().equals(first.getKey())) {
            stored.next();
        }
        byte[] row = Layer.present(first.getValue());
        return row == null ? null : KeyValue.pair(first.getKey(), row);
    }

    @Override
    public boolean hasNext() {
        return next != null;
    }

    @Override
    public KeyValue<K, byte[]> next() {
        KeyValue<K, byte[]> result = first();
        advance();
        return result;
    }

    @Override
    public K peekNextKey() {
        return first().key;
    }

    private KeyValue<K, byte[]> first() {
        if (next == null) {
            throw new NoSuchElementException("there are no more rows");
        }
        return next;
    }

    @Override
    public void close() {
        stored.close();
    }
}

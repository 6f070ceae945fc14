package dev.odradek.statestore.stream;

import java.util.Map;
import java.util.NavigableMap;
import java.util.NoSuchElementException;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.jspecify.annotations.Nullable;

/** The rows on disk in their order, those that still wait to be stored in their place. */
final class MergedRows implements KeyValueIterator<String, byte[]> {
    private final NavigableMap<String, byte[]> waiting;
    private final KeyValueIterator<String, byte[]> stored;
    private @Nullable KeyValue<String, byte[]> next;

    /** @param waiting is used up on the way */
    MergedRows(NavigableMap<String, byte[]> waiting, KeyValueIterator<String, byte[]> stored) {
        this.waiting = waiting;
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
                    && (waiting.isEmpty() || RowStore.ON_DISK.compare(stored.peekNextKey(), waiting.firstKey()) < 0);
            next = fromDisk ? stored.next() : waited();
        }
    }

    /** The first that waits, in place of its row on disk; none if it is gone. */
    private @Nullable KeyValue<String, byte[]> waited() {
        Map.Entry<String, byte[]> first = waiting.pollFirstEntry();
        if (stored.hasNext() && stored.peekNextKey().equals(first.getKey())) {
            stored.next();
        }
        byte[] row = RowStore.present(first.getValue());
        return row == null ? null : KeyValue.pair(first.getKey(), row);
    }

    @Override
    public boolean hasNext() {
        return next != null;
    }

    @Override
    public KeyValue<String, byte[]> next() {
        KeyValue<String, byte[]> result = first();
        advance();
        return result;
    }

    @Override
    public String peekNextKey() {
        return first().key;
    }

    private KeyValue<String, byte[]> first() {
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

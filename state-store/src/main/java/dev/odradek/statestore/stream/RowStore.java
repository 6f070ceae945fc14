package dev.odradek.statestore.stream;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueBytesStoreSupplier;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.Stores;
import org.apache.kafka.streams.state.internals.CacheFlushListener;
import org.apache.kafka.streams.state.internals.CachedStateStore;
import org.jspecify.annotations.Nullable;

/**
 * The rows of one partition: all of them in a logged store, but for those changed since the last commit, which wait
 * here and go there together.
 *
 * <p>Streams' own cache does the same for any number of stores, in the order of their keys, with the context of every
 * record; of that nothing is needed here (ADR 0018). That it flushes before each commit is said by the one interface of
 * its inside used here.
 */
final class RowStore extends Layer<String> implements CachedStateStore<String, byte[]> {
    /** What a row in the map takes besides its key and its bytes, about. */
    private static final int ENTRY = 100;

    private final long mostBytes;
    private final Map<String, byte[]> changed = new ConcurrentHashMap<>();
    private long bytes;

    /** @param mostBytes so much may wait; more is stored before the commit */
    RowStore(KeyValueStore<String, byte[]> stored, long mostBytes) {
        super(stored);
        this.mostBytes = mostBytes;
    }

    @Override
    byte @Nullable [] waiting(String key) {
        return changed.get(key);
    }

    @Override
    public KeyValueIterator<String, byte[]> range(@Nullable String from, @Nullable String to) {
        byte @Nullable [] first = from == null ? null : onDisk(from);
        byte @Nullable [] last = to == null ? null : onDisk(to);
        NavigableMap<String, byte[]> waiting =
                waitingIf(key -> (first == null || Arrays.compareUnsigned(first, key) <= 0)
                        && (last == null || Arrays.compareUnsigned(key, last) <= 0));
        return new MergedRows<>(waiting, below().range(from, to));
    }

    @Override
    public <S extends Serializer<P>, P> KeyValueIterator<String, byte[]> prefixScan(P prefix, S serializer) {
        byte[] first = serializer.serialize(name(), prefix);
        NavigableMap<String, byte[]> waiting = waitingIf(
                key -> key.length >= first.length && Arrays.equals(key, 0, first.length, first, 0, first.length));
        return new MergedRows<>(waiting, below().prefixScan(prefix, serializer));
    }

    /** In no order. */
    @Override
    public KeyValueIterator<String, byte[]> all() {
        return new AllRows<>(new ChangedThenBelow());
    }

    /** What waits, and then what lies below of the others. */
    private final class ChangedThenBelow implements AllRows.Pieces<String> {
        private final Map<String, byte[]> waiting = Map.copyOf(changed);
        private @Nullable KeyValueIterator<String, byte[]> rest;

        @Override
        public boolean next(AllRows.Piece<String> piece) {
            if (rest == null) {
                rest = below().all();
                waiting.forEach((key, row) -> {
                    if (row != GONE) {
                        piece.add(key, row);
                    }
                });
                return true;
            }
            while (!piece.isFull() && rest.hasNext()) {
                KeyValue<String, byte[]> row = rest.next();
                if (!waiting.containsKey(row.key)) {
                    piece.add(row.key, row.value);
                }
            }
            return rest.hasNext();
        }

        @Override
        public void close() {
            if (rest != null) {
                rest.close();
            }
        }
    }

    /** What waits, taken before one looks below: what goes there in between is found twice, and given once. */
    private NavigableMap<String, byte[]> waitingIf(Predicate<byte[]> wanted) {
        NavigableMap<String, byte[]> found = new TreeMap<>((a, b) -> Arrays.compareUnsigned(onDisk(a), onDisk(b)));
        changed.forEach((key, row) -> {
            if (wanted.test(onDisk(key))) {
                found.put(key, row);
            }
        });
        return found;
    }

    /** The key as it lies on disk, which is what rows are in the order of. */
    private static byte[] onDisk(String key) {
        return key.getBytes(UTF_8);
    }

    @Override
    public void put(String key, byte @Nullable [] row) {
        byte[] now = waits(row);
        byte[] before = changed.put(key, now);
        bytes += now.length - (before == null ? -key.length() - ENTRY : before.length);
        if (bytes > mostBytes) {
            flushCache();
        }
    }

    /** Before Streams commits: what is stored and logged here is part of the transaction. */
    @Override
    public void flushCache() {
        List<KeyValue<String, byte[]>> all = new ArrayList<>(changed.size());
        changed.forEach((key, row) -> all.add(KeyValue.pair(key, present(row))));
        if (!all.isEmpty()) {
            below().putAll(all);
        }
        clearCache();
    }

    @Override
    public void clearCache() {
        changed.clear();
        bytes = 0;
    }

    @Override
    public void close() {
        clearCache();
        super.close();
    }

    /** Nobody is told of rows one by one. */
    @Override
    public boolean setFlushListener(CacheFlushListener<String, byte[]> listener, boolean sendOldValues) {
        return false;
    }

    /** Makes the store of each partition this instance is given. */
    static final class Builder implements StoreBuilder<RowStore> {
        private final StoreBuilder<KeyValueStore<String, byte[]>> stored;
        private final long mostBytes;

        /**
         * @param mostBytes so much may wait for a commit
         * @param memory where rows may wait until they go to disk
         */
        Builder(String name, long mostBytes, RowMemory memory) {
            KeyValueBytesStoreSupplier disk = new LateStore.Supplier(Stores.persistentKeyValueStore(name), memory);
            this.stored = Stores.keyValueStoreBuilder(disk, Serdes.String(), Serdes.ByteArray());
            this.mostBytes = mostBytes;
        }

        @Override
        public RowStore build() {
            return new RowStore(stored.build(), mostBytes);
        }

        @Override
        public String name() {
            return stored.name();
        }

        @Override
        public boolean loggingEnabled() {
            return stored.loggingEnabled();
        }

        @Override
        public Map<String, String> logConfig() {
            return stored.logConfig();
        }

        @Override
        public StoreBuilder<RowStore> withCachingEnabled() {
            throw new UnsupportedOperationException("what has changed waits in the store itself");
        }

        @Override
        public StoreBuilder<RowStore> withCachingDisabled() {
            return this;
        }

        @Override
        public StoreBuilder<RowStore> withLoggingEnabled(Map<String, String> config) {
            stored.withLoggingEnabled(config);
            return this;
        }

        @Override
        public StoreBuilder<RowStore> withLoggingDisabled() {
            throw new UnsupportedOperationException("without their log the rows die with the machine");
        }
    }
}

package dev.odradek.statestore.stream;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.query.Position;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.Stores;
import org.apache.kafka.streams.state.internals.CacheFlushListener;
import org.apache.kafka.streams.state.internals.CachedStateStore;
import org.jspecify.annotations.Nullable;

/**
 * The rows of one partition: all of them in a logged store on disk, but for those changed since the last commit, which
 * wait here and go there together.
 *
 * <p>Streams' own cache does the same for any number of stores, in the order of their keys, with the context of every
 * record; of that nothing is needed here (ADR 0018). That it flushes before each commit is said by the one interface of
 * its inside used here. Reads from other threads see what waits as well.
 */
final class RowStore implements KeyValueStore<String, byte[]>, CachedStateStore<String, byte[]> {
    /** Waits in place of a row that is gone. */
    private static final byte[] GONE = new byte[0];

    /** What a row in the map takes besides its key and its bytes, about. */
    private static final int ENTRY = 100;

    /** The order of the rows on disk. */
    static final Comparator<String> ON_DISK = (a, b) -> Arrays.compareUnsigned(a.getBytes(UTF_8), b.getBytes(UTF_8));

    private final KeyValueStore<String, byte[]> stored;
    private final long mostBytes;
    private final Map<String, byte[]> changed = new ConcurrentHashMap<>();
    private long bytes;

    /** @param mostBytes so much may wait; more is stored before the commit */
    RowStore(KeyValueStore<String, byte[]> stored, long mostBytes) {
        this.stored = stored;
        this.mostBytes = mostBytes;
    }

    @Override
    public byte @Nullable [] get(String key) {
        byte[] waiting = changed.get(key);
        return waiting == null ? stored.get(key) : present(waiting);
    }

    @Override
    public void put(String key, byte @Nullable [] row) {
        byte[] now = row == null ? GONE : row;
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
            stored.putAll(all);
        }
        clearCache();
    }

    @Override
    public void clearCache() {
        changed.clear();
        bytes = 0;
    }

    @Override
    public byte @Nullable [] delete(String key) {
        byte[] before = get(key);
        put(key, null);
        return before;
    }

    @Override
    public byte @Nullable [] putIfAbsent(String key, byte[] row) {
        byte[] before = get(key);
        if (before == null) {
            put(key, row);
        }
        return before;
    }

    @Override
    public void putAll(List<KeyValue<String, byte[]>> rows) {
        rows.forEach(row -> put(row.key, row.value));
    }

    @Override
    public KeyValueIterator<String, byte[]> range(@Nullable String from, @Nullable String to) {
        NavigableMap<String, byte[]> waiting = waiting(key ->
                (from == null || ON_DISK.compare(from, key) <= 0) && (to == null || ON_DISK.compare(key, to) <= 0));
        return new MergedRows(waiting, stored.range(from, to));
    }

    @Override
    public <S extends Serializer<P>, P> KeyValueIterator<String, byte[]> prefixScan(P prefix, S serializer) {
        String text = new String(serializer.serialize(name(), prefix), UTF_8);
        return new MergedRows(waiting(key -> key.startsWith(text)), stored.prefixScan(prefix, serializer));
    }

    @Override
    public KeyValueIterator<String, byte[]> all() {
        return new MergedRows(waiting(key -> true), stored.all());
    }

    /** What waits, taken before the disk is looked at: what is stored in between is found twice, and given once. */
    private NavigableMap<String, byte[]> waiting(Predicate<String> wanted) {
        NavigableMap<String, byte[]> found = new TreeMap<>(ON_DISK);
        changed.forEach((key, row) -> {
            if (wanted.test(key)) {
                found.put(key, row);
            }
        });
        return found;
    }

    /** What a row that waits is to readers. */
    static byte @Nullable [] present(byte[] row) {
        return row == GONE ? null : row;
    }

    @Override
    public long approximateNumEntries() {
        return stored.approximateNumEntries();
    }

    @Override
    public String name() {
        return stored.name();
    }

    @Override
    public void init(StateStoreContext context, StateStore root) {
        stored.init(context, root);
    }

    @Override
    public void commit(Map<TopicPartition, Long> changelogOffsets) {
        stored.commit(changelogOffsets);
    }

    @Override
    public @Nullable Long committedOffset(TopicPartition partition) {
        return stored.committedOffset(partition);
    }

    @Override
    @SuppressWarnings("deprecation") // Streams asks whether the store beneath keeps them.
    public boolean managesOffsets() {
        return stored.managesOffsets();
    }

    @Override
    public Position getPosition() {
        return stored.getPosition();
    }

    @Override
    public boolean persistent() {
        return stored.persistent();
    }

    @Override
    public boolean isOpen() {
        return stored.isOpen();
    }

    @Override
    public void close() {
        clearCache();
        stored.close();
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

        Builder(String name, long mostBytes) {
            this.stored = Stores.keyValueStoreBuilder(
                    Stores.persistentKeyValueStore(name), Serdes.String(), Serdes.ByteArray());
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

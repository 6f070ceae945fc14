package dev.odradek.statestore.stream;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.query.Position;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/**
 * A store of rows over another, where some wait before they go there.
 *
 * <p>One thread writes. Reads from others see what waits as well.
 */
abstract class Layer<K> implements KeyValueStore<K, byte[]> {
    /** Waits in place of a row that is gone. */
    static final byte[] GONE = new byte[0];

    private final KeyValueStore<K, byte[]> below;

    Layer(KeyValueStore<K, byte[]> below) {
        this.below = below;
    }

    final KeyValueStore<K, byte[]> below() {
        return below;
    }

    /** The row that waits, {@link #GONE} if it is gone; absent: see below. */
    abstract byte @Nullable [] waiting(K key);

    /** Every row that waits and whose key on disk is wanted; if one is given twice, the newer comes later. */
    abstract void eachWaiting(Predicate<byte[]> wanted, BiConsumer<K, byte[]> visitor);

    /** The key as it lies on disk, which is what rows are in the order of. */
    abstract byte[] onDisk(K key);

    @Override
    public byte @Nullable [] get(K key) {
        byte[] waiting = waiting(key);
        return waiting == null ? below.get(key) : present(waiting);
    }

    @Override
    public byte @Nullable [] delete(K key) {
        byte[] before = get(key);
        put(key, null);
        return before;
    }

    @Override
    public byte @Nullable [] putIfAbsent(K key, byte[] row) {
        byte[] before = get(key);
        if (before == null) {
            put(key, row);
        }
        return before;
    }

    @Override
    public KeyValueIterator<K, byte[]> range(@Nullable K from, @Nullable K to) {
        byte @Nullable [] first = from == null ? null : onDisk(from);
        byte @Nullable [] last = to == null ? null : onDisk(to);
        NavigableMap<K, byte[]> waiting = waitingIf(key -> (first == null || Arrays.compareUnsigned(first, key) <= 0)
                && (last == null || Arrays.compareUnsigned(key, last) <= 0));
        return new MergedRows<>(waiting, below.range(from, to));
    }

    @Override
    public <S extends Serializer<P>, P> KeyValueIterator<K, byte[]> prefixScan(P prefix, S serializer) {
        byte[] first = serializer.serialize(name(), prefix);
        NavigableMap<K, byte[]> waiting = waitingIf(
                key -> key.length >= first.length && Arrays.equals(key, 0, first.length, first, 0, first.length));
        return new MergedRows<>(waiting, below.prefixScan(prefix, serializer));
    }

    @Override
    public KeyValueIterator<K, byte[]> all() {
        return new MergedRows<>(waitingIf(key -> true), below.all());
    }

    /** What waits, taken before one looks below: what goes there in between is found twice, and given once. */
    private NavigableMap<K, byte[]> waitingIf(Predicate<byte[]> wanted) {
        NavigableMap<K, byte[]> found = new TreeMap<>((a, b) -> Arrays.compareUnsigned(onDisk(a), onDisk(b)));
        eachWaiting(wanted, found::put);
        return found;
    }

    /** What waits in place of a row, or of none. */
    static byte[] waits(byte @Nullable [] row) {
        return row == null ? GONE : row;
    }

    /** What a row that waits is to readers. */
    static byte @Nullable [] present(byte[] row) {
        return row == GONE ? null : row;
    }

    @Override
    public void putAll(List<KeyValue<K, byte[]>> rows) {
        rows.forEach(row -> put(row.key, row.value));
    }

    @Override
    public long approximateNumEntries() {
        return below.approximateNumEntries();
    }

    @Override
    public String name() {
        return below.name();
    }

    @Override
    public void init(StateStoreContext context, StateStore root) {
        below.init(context, root);
    }

    @Override
    public void commit(Map<TopicPartition, Long> changelogOffsets) {
        below.commit(changelogOffsets);
    }

    @Override
    public @Nullable Long committedOffset(TopicPartition partition) {
        return below.committedOffset(partition);
    }

    @Override
    @SuppressWarnings("deprecation") // Streams asks whether the store at the bottom keeps them.
    public boolean managesOffsets() {
        return below.managesOffsets();
    }

    @Override
    public Position getPosition() {
        return below.getPosition();
    }

    @Override
    public boolean persistent() {
        return below.persistent();
    }

    @Override
    public boolean isOpen() {
        return below.isOpen();
    }

    @Override
    public void close() {
        below.close();
    }
}

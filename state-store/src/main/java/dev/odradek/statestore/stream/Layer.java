package dev.odradek.statestore.stream;

import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.query.Position;
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

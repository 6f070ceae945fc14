package dev.odradek.statestore.stream;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueBytesStoreSupplier;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/**
 * The rows of one partition on disk, but for those changed of late, which stay in memory until others take their
 * place.
 *
 * <p>An item changes several times in a short while, and then never again: it goes to disk once, and is at hand until
 * then. Nothing is lost by it. The changelog, fed above, has every row with each commit, and how much of it the disk
 * has is stored by {@link #commit} alone, after everything that waits (ADR 0021).
 *
 * <p>Two maps. When the younger is full it takes the place of the older, whose rows have gone to disk in the last
 * quarter of that time, four for each that came: no command waits for all of them, unless rows differ much in size.
 */
final class LateStore extends Layer<Bytes> {
    /** What a row in the map takes besides its key and its bytes, about. */
    private static final int ENTRY = 120;

    /** So many rows are written at once. */
    private static final int BATCH = 1_000;

    private final long half;
    private volatile Map<Bytes, byte[]> young = new ConcurrentHashMap<>();
    private volatile Map<Bytes, byte[]> old = new ConcurrentHashMap<>();
    private Iterator<Map.Entry<Bytes, byte[]>> leaving = Collections.emptyIterator();
    private long bytes;

    /** @param mostBytes so much may wait, about */
    LateStore(KeyValueStore<Bytes, byte[]> disk, long mostBytes) {
        super(disk);
        this.half = mostBytes / 2;
    }

    @Override
    byte @Nullable [] waiting(Bytes key) {
        // The younger first: a row moves from there to the older, and from there to disk.
        byte[] row = young.get(key);
        return row == null ? old.get(key) : row;
    }

    @Override
    void eachWaiting(BiConsumer<Bytes, byte[]> visitor) {
        young.forEach(visitor);
        old.forEach(visitor);
    }

    @Override
    byte[] onDisk(Bytes key) {
        return key.get();
    }

    @Override
    public void put(Bytes key, byte @Nullable [] row) {
        keep(key, row);
        makeRoom(1);
    }

    @Override
    public void putAll(List<KeyValue<Bytes, byte[]>> rows) {
        rows.forEach(row -> keep(row.key, row.value));
        makeRoom(rows.size());
    }

    private void keep(Bytes key, byte @Nullable [] row) {
        byte[] now = waits(row);
        byte[] before = young.put(key, now);
        bytes += now.length - (before == null ? -key.get().length - ENTRY : before.length);
    }

    private void makeRoom(int changed) {
        if (bytes > half) {
            turn();
        } else if (bytes > half / 4 * 3) {
            // Not before: the longer a row waits, the likelier it has changed again and need not be written.
            write(4 * changed);
        }
    }

    /** The rest of the older goes to disk, and the younger takes its place. */
    private void turn() {
        while (leaving.hasNext()) {
            write(BATCH);
        }
        old = young;
        leaving = old.entrySet().iterator();
        young = new ConcurrentHashMap<>();
        bytes = 0;
    }

    /** Writes so many more of the older, but for those that have changed again. */
    private void write(int most) {
        List<KeyValue<Bytes, byte[]>> some = new ArrayList<>();
        for (int i = 0; i < most && leaving.hasNext(); i++) {
            Map.Entry<Bytes, byte[]> row = leaving.next();
            if (!young.containsKey(row.getKey())) {
                some.add(KeyValue.pair(row.getKey(), present(row.getValue())));
            }
        }
        try {
            below().putAll(some);
        } catch (RuntimeException e) {
            // Whoever tries again must not take these for written.
            leaving = old.entrySet().iterator();
            throw e;
        }
    }

    /** Before Streams stores how far in the changelog the disk has come: all that waits goes there. */
    @Override
    public void commit(Map<TopicPartition, Long> changelogOffsets) {
        turn();
        turn();
        super.commit(changelogOffsets);
    }

    /** Without a commit before it what waits is forgotten: the changelog has it, if its transaction was committed. */
    @Override
    public void close() {
        try {
            super.close();
        } finally {
            // Not before: others would read from the disk what is older.
            young = new ConcurrentHashMap<>();
            old = new ConcurrentHashMap<>();
            leaving = Collections.emptyIterator();
            bytes = 0;
        }
    }

    /** Makes such a store over another's. */
    record Supplier(KeyValueBytesStoreSupplier disk, long mostBytes) implements KeyValueBytesStoreSupplier {
        @Override
        public String name() {
            return disk.name();
        }

        @Override
        public KeyValueStore<Bytes, byte[]> get() {
            return new LateStore(disk.get(), mostBytes);
        }

        @Override
        public String metricsScope() {
            return disk.metricsScope();
        }
    }
}

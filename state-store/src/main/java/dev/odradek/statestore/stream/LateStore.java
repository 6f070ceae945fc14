package dev.odradek.statestore.stream;

import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.apache.kafka.streams.state.KeyValueBytesStoreSupplier;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/**
 * The rows of one partition on disk, but for those changed of late, which stay in memory until others take their
 * place.
 *
 * <p>An item changes several times in a short while, and then never again: it goes to disk once, and is at hand until
 * then. Nothing is lost by it. The changelog, fed above, has every row with each commit, and how much of it the disk
 * has is stored by {@link #commit} alone, after everything that waits (ADR 0021, 0023).
 */
final class LateStore extends Layer<Bytes> {
    private final RowPages late;
    private final AtomicInteger closings = new AtomicInteger();

    /** @param memory where rows may wait */
    LateStore(KeyValueStore<Bytes, byte[]> disk, RowMemory memory) {
        super(disk);
        this.late = new RowPages(memory, disk::putAll);
    }

    @Override
    byte @Nullable [] waiting(Bytes key) {
        return late.get(key);
    }

    @Override
    public KeyValueIterator<Bytes, byte[]> range(@Nullable Bytes from, @Nullable Bytes to) {
        return rows(
                from == null ? new byte[0] : from.get(),
                key -> to == null || Arrays.compareUnsigned(key, to.get()) <= 0);
    }

    @Override
    public <S extends Serializer<P>, P> KeyValueIterator<Bytes, byte[]> prefixScan(P prefix, S serializer) {
        byte[] first = serializer.serialize(name(), prefix);
        return rows(
                first,
                key -> key.length >= first.length && Arrays.equals(key, 0, first.length, first, 0, first.length));
    }

    /** In no order. */
    @Override
    public KeyValueIterator<Bytes, byte[]> all() {
        return new AllRows<>(new MemoryThenDisk());
    }

    private KeyValueIterator<Bytes, byte[]> rows(byte[] from, Predicate<byte[]> wanted) {
        return new LateRows(late, below(), from, wanted);
    }

    @Override
    public void put(Bytes key, byte @Nullable [] row) {
        if (!late.put(key, waits(row))) {
            below().put(key, row);
            // Not before: others would read from the disk what is older.
            late.remove(key);
        }
    }

    /** Before Streams stores how far in the changelog the disk has come: all that waits goes there. */
    @Override
    public void commit(Map<TopicPartition, Long> changelogOffsets) {
        late.writeAll();
        super.commit(changelogOffsets);
    }

    /** Without a commit before it what waits is forgotten: the changelog has it, if its transaction was committed. */
    @Override
    public void close() {
        closings.incrementAndGet();
        try {
            super.close();
        } finally {
            // Not before: others would read from the disk what is older.
            late.clear();
        }
    }

    /** First what is in memory, then what is on disk alone: what goes from one to the other meanwhile is found. */
    private final class MemoryThenDisk implements AllRows.Pieces<Bytes> {
        private final int opened = closings.get();
        private int nextInMemory;
        private Bytes nextOnDisk = Bytes.wrap(new byte[0]);

        @Override
        public boolean next(AllRows.Piece<Bytes> piece) {
            if (opened != closings.get()) {
                // It may be open again, with no more than has been restored.
                throw new InvalidStateStoreException("The store " + name() + " was closed while its rows were read");
            }
            if (nextInMemory >= 0) {
                nextInMemory = late.some(nextInMemory, piece);
                return true;
            }
            return onDisk(piece);
        }

        private boolean onDisk(AllRows.Piece<Bytes> piece) {
            try (KeyValueIterator<Bytes, byte[]> rows = below().range(nextOnDisk, null)) {
                // Those that are in memory count as well: a scan is not held open while many are passed over.
                for (int i = 0; i < AllRows.Piece.MOST && !piece.isFull() && rows.hasNext(); i++) {
                    KeyValue<Bytes, byte[]> row = rows.next();
                    if (!late.has(row.key)) {
                        piece.add(row.key, row.value);
                    }
                }
                if (rows.hasNext()) {
                    nextOnDisk = rows.peekNextKey();
                    return true;
                }
                return false;
            }
        }
    }

    /** Makes such a store over another's. */
    record Supplier(KeyValueBytesStoreSupplier disk, RowMemory memory) implements KeyValueBytesStoreSupplier {
        @Override
        public String name() {
            return disk.name();
        }

        @Override
        public KeyValueStore<Bytes, byte[]> get() {
            return new LateStore(disk.get(), memory);
        }

        @Override
        public String metricsScope() {
            return disk.metricsScope();
        }
    }
}

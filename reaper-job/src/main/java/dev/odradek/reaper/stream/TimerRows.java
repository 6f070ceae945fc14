package dev.odradek.reaper.stream;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.odradek.reaper.deadline.Deadlines.Entry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.errors.ProcessorStateException;
import org.jspecify.annotations.Nullable;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.CompactionStyle;
import org.rocksdb.CompressionType;
import org.rocksdb.FlushOptions;
import org.rocksdb.Options;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Slice;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/**
 * Timers on disk, in one RocksDB: by slot, by index and by incarnation, always in step with each other.
 *
 * <p>Scans are bounded on both sides, so that they never walk over what was deleted outside of what is asked for.
 */
final class TimerRows implements AutoCloseable {
    private static final byte SLOT = 's';
    private static final byte DUE = 'd';
    private static final byte HELD = 'h';
    private static final byte READ = 'r';
    private static final byte[] NOTHING = {};
    /** No slot begins with it, and none comes after it. */
    private static final byte[] LAST = {(byte) 0xFF};

    private static final long MEMTABLE = 8L << 20;
    /** How many timers are written together: what is in memory for it stays small. */
    private static final int AT_ONCE = 512;

    private final BloomFilter bloom = new BloomFilter(10);
    private final Options options;
    /** Without a log: what is lost in a crash is read again from the topic, from the offset that is in here. */
    private final WriteOptions unlogged = new WriteOptions().setDisableWAL(true);

    private final RocksDB db;

    TimerRows(Path dir, RocksMemory memory) {
        options = new Options()
                .setCreateIfMissing(true)
                .setWriteBufferSize(MEMTABLE)
                .setMaxWriteBufferNumber(3)
                // Rows are overwritten all the time: merging few large runs costs less than keeping levels in order.
                .setCompactionStyle(CompactionStyle.UNIVERSAL)
                .setCompressionType(CompressionType.LZ4_COMPRESSION)
                .setWriteBufferManager(memory.writes())
                .setTableFormatConfig(new BlockBasedTableConfig()
                        .setBlockCache(memory.cache())
                        .setFilterPolicy(bloom)
                        .setCacheIndexAndFilterBlocks(true));
        try {
            Files.createDirectories(dir);
            db = RocksDB.open(options, dir.toString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (RocksDBException e) {
            throw new ProcessorStateException("The timers in " + dir + " cannot be opened: " + e.getMessage(), e);
        }
    }

    /** The row of a slot. */
    byte @Nullable [] get(String slot) {
        try {
            return db.get(key(SLOT, slot.getBytes(UTF_8)));
        } catch (RocksDBException e) {
            throw broken(e);
        }
    }

    /** Writes these timers, empties these slots, and then says up to where each topic partition is in here. */
    void write(List<NewestTimers.Node> timers, Collection<String> cleared, Map<TopicPartition, Long> offsets) {
        List<byte[]> slots = new ArrayList<>(AT_ONCE);
        List<byte[]> values = new ArrayList<>(AT_ONCE);
        for (NewestTimers.Node timer : timers) {
            slots.add(key(SLOT, timer.slot().getBytes(UTF_8)));
            values.add(timer.row());
            if (slots.size() == AT_ONCE) {
                replace(slots, values);
            }
        }
        replace(slots, values);
        for (String slot : cleared) {
            slots.add(key(SLOT, slot.getBytes(UTF_8)));
        }
        replace(slots, values);
        if (!offsets.isEmpty()) {
            read(offsets);
        }
    }

    /** Those without a value are deleted. */
    private void replace(List<byte[]> slots, List<byte[]> values) {
        if (slots.isEmpty()) {
            return;
        }
        try (WriteBatch batch = new WriteBatch()) {
            List<byte @Nullable []> known = db.multiGetAsList(slots);
            for (int i = 0; i < known.size(); i++) {
                byte[] slot = slots.get(i);
                byte[] before = known.get(i);
                if (before != null) {
                    unindex(batch, slot, before);
                }
                if (i < values.size()) {
                    batch.put(slot, values.get(i));
                    index(batch, slot, values.get(i));
                } else if (before != null) {
                    batch.delete(slot);
                }
            }
            if (batch.count() > 0) {
                db.write(unlogged, batch);
            }
        } catch (RocksDBException e) {
            throw broken(e);
        }
        slots.clear();
        values.clear();
    }

    private static void index(WriteBatch batch, byte[] slot, byte[] row) throws RocksDBException {
        batch.put(due(ArmedBytes.index(row), slot, 1), NOTHING);
        String incarnation = ArmedBytes.incarnation(row);
        if (incarnation != null) {
            batch.put(held(incarnation, slot, 1), NOTHING);
        }
    }

    private static void unindex(WriteBatch batch, byte[] slot, byte[] row) throws RocksDBException {
        batch.delete(due(ArmedBytes.index(row), slot, 1));
        String incarnation = ArmedBytes.incarnation(row);
        if (incarnation != null) {
            batch.delete(held(incarnation, slot, 1));
        }
    }

    /** The first that are not hidden with an index from one to another, both included, in order. */
    List<Entry> due(long from, long until, int most, Predicate<String> isHidden) {
        List<Entry> found = new ArrayList<>();
        byte[] end = until == Long.MAX_VALUE ? new byte[] {DUE + 1} : due(until + 1, NOTHING, 0);
        scan(due(from, NOTHING, 0), end, key -> {
            String slot = text(key, 1 + Long.BYTES);
            if (!isHidden.test(slot)) {
                found.add(new Entry(ByteBuffer.wrap(key, 1, Long.BYTES).getLong(), slot));
            }
            return found.size() < most;
        });
        return found;
    }

    /** The first slots that are not hidden and that this incarnation's silence ends, after a slot. */
    List<String> heldBy(String incarnation, String after, int most, Predicate<String> isHidden) {
        List<String> found = new ArrayList<>();
        int head = held(incarnation, NOTHING, 0).length;
        // The zero byte follows every longer key of the same slot: it begins after the slot itself.
        byte[] from = held(incarnation, after.isEmpty() ? NOTHING : (after + "\0").getBytes(UTF_8), 0);
        scan(from, held(incarnation, LAST, 0), key -> {
            String slot = text(key, head);
            if (!isHidden.test(slot)) {
                found.add(slot);
            }
            return found.size() < most;
        });
        return found;
    }

    /** Everybody whose silence would end something. */
    List<String> incarnations() {
        List<String> found = new ArrayList<>();
        byte[] from = {HELD};
        while (from.length > 0) {
            List<String> first = new ArrayList<>();
            scan(from, new byte[] {HELD + 1}, key -> {
                int end = 1;
                while (key[end] != 0) {
                    end++;
                }
                first.add(new String(key, 1, end - 1, UTF_8));
                return false;
            });
            found.addAll(first);
            // Past everything this one holds, so that a million leases of one worker cost one step.
            from = first.isEmpty() ? new byte[0] : held(first.get(0), LAST, 0);
        }
        return found;
    }

    /**
     * Remembers up to where each topic partition is in here.
     *
     * <p>What is written reaches the disk in the order of its writing, so that after a crash an offset is never ahead
     * of the timers: nothing need be flushed for it, and nobody waits.
     */
    private void read(Map<TopicPartition, Long> offsets) {
        try (WriteBatch batch = new WriteBatch()) {
            for (Map.Entry<TopicPartition, Long> each : offsets.entrySet()) {
                byte[] offset =
                        ByteBuffer.allocate(Long.BYTES).putLong(each.getValue()).array();
                batch.put(readKey(each.getKey()), offset);
            }
            db.write(unlogged, batch);
        } catch (RocksDBException e) {
            throw broken(e);
        }
    }

    void forgetOffsets() {
        try {
            db.deleteRange(unlogged, new byte[] {READ}, new byte[] {READ + 1});
        } catch (RocksDBException e) {
            throw broken(e);
        }
    }

    /** Up to where a topic partition is in here. */
    @Nullable Long read(TopicPartition partition) {
        try {
            byte[] offset = db.get(readKey(partition));
            return offset == null ? null : ByteBuffer.wrap(offset).getLong();
        } catch (RocksDBException e) {
            throw broken(e);
        }
    }

    /** How many there are, roughly. */
    long estimate() {
        try {
            return db.getLongProperty("rocksdb.estimate-num-keys");
        } catch (RocksDBException e) {
            throw broken(e);
        }
    }

    /** Walks the keys from one, included, to another, excluded, while the visitor wants more. */
    private void scan(byte[] from, byte[] to, Predicate<byte[]> wantsMore) {
        try (Slice end = new Slice(to);
                ReadOptions bounded = new ReadOptions().setIterateUpperBound(end);
                RocksIterator keys = db.newIterator(bounded)) {
            boolean more = true;
            for (keys.seek(from); more && keys.isValid(); keys.next()) {
                more = wantsMore.test(keys.key());
            }
            keys.status();
        } catch (RocksDBException e) {
            throw broken(e);
        }
    }

    private static byte[] readKey(TopicPartition partition) {
        return key(READ, partition.toString().getBytes(UTF_8));
    }

    private static byte[] key(byte kind, byte[] name) {
        return ByteBuffer.allocate(1 + name.length).put(kind).put(name).array();
    }

    /** @param from where in {@code slot} its name begins */
    private static byte[] due(long index, byte[] slot, int from) {
        return ByteBuffer.allocate(1 + Long.BYTES + slot.length - from)
                .put(DUE)
                .putLong(Math.max(0, index))
                .put(slot, from, slot.length - from)
                .array();
    }

    private static byte[] held(String incarnation, byte[] slot, int from) {
        byte[] who = incarnation.getBytes(UTF_8);
        return ByteBuffer.allocate(2 + who.length + slot.length - from)
                .put(HELD)
                .put(who)
                .put((byte) 0)
                .put(slot, from, slot.length - from)
                .array();
    }

    private static String text(byte[] key, int from) {
        return new String(key, from, key.length - from, UTF_8);
    }

    private static ProcessorStateException broken(RocksDBException e) {
        return new ProcessorStateException("The store of the timers failed: " + e.getMessage(), e);
    }

    /** Brings to the disk what RocksDB still has in memory. */
    void flush(boolean wait) {
        try (FlushOptions how = new FlushOptions().setWaitForFlush(wait)) {
            db.flush(how);
        } catch (RocksDBException e) {
            throw broken(e);
        }
    }

    @Override
    public void close() {
        db.close();
        unlogged.close();
        options.close();
        bloom.close();
    }
}

package dev.odradek.reaper.stream;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.odradek.reaper.deadline.Armed;
import dev.odradek.reaper.deadline.Deadlines;
import dev.odradek.topics.event.TimerRecord;
import dev.odradek.topics.format.Formats;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Timers on disk, in one RocksDB: by slot, by index and by incarnation, always in step with each other.
 *
 * <p>Scans are bounded on both sides, so that they never walk over what was deleted outside of what is asked for.
 */
final class RocksDeadlines implements Deadlines, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(RocksDeadlines.class);
    private static final byte SLOT = 's';
    private static final byte DUE = 'd';
    private static final byte HELD = 'h';
    private static final byte READ = 'r';
    private static final long MEMTABLE = 8L << 20;

    private final BloomFilter bloom = new BloomFilter(10);
    private final Options options;
    /** Without a log: what is lost in a crash is read again from the topic, from where {@link #read} says. */
    private final WriteOptions unlogged = new WriteOptions().setDisableWAL(true);

    private final RocksDB db;
    private @Nullable TimerRecord knownRecord;
    private byte[] knownBytes = new byte[0];

    RocksDeadlines(Path dir, RocksMemory memory) {
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

    @Override
    public @Nullable Armed get(String slot) {
        byte[] bytes = bytes(slot);
        if (bytes == null) {
            return null;
        }
        Armed armed = ArmedBytes.read(bytes);
        known(armed.record(), ArmedBytes.record(bytes));
        return armed;
    }

    /** These are the bytes of a record that is about to be put: it need not be written anew. */
    void known(TimerRecord record, byte[] bytes) {
        knownRecord = record;
        knownBytes = bytes;
    }

    @Override
    @SuppressWarnings("ReferenceEquality") // Only the very record its bytes were read for has these bytes.
    public void put(String slot, Armed armed) {
        byte[] record = armed.record() == knownRecord ? knownBytes : Formats.TIMERS.write(armed.record());
        byte[] name = slot.getBytes(UTF_8);
        try (WriteBatch batch = new WriteBatch()) {
            unindex(batch, name, bytes(slot));
            batch.put(key(SLOT, name), ArmedBytes.write(armed, record));
            batch.put(due(armed.index(), name), new byte[0]);
            String incarnation = armed.incarnation();
            if (incarnation != null) {
                batch.put(held(incarnation, name), new byte[0]);
            }
            db.write(unlogged, batch);
        } catch (RocksDBException e) {
            throw broken(e);
        }
    }

    @Override
    public void remove(String slot) {
        byte[] name = slot.getBytes(UTF_8);
        byte[] known = bytes(slot);
        if (known == null) {
            return;
        }
        try (WriteBatch batch = new WriteBatch()) {
            unindex(batch, name, known);
            batch.delete(key(SLOT, name));
            db.write(unlogged, batch);
        } catch (RocksDBException e) {
            throw broken(e);
        }
    }

    @Override
    public List<Entry> due(long from, long until, int most) {
        List<Entry> found = new ArrayList<>();
        byte[] end = until == Long.MAX_VALUE ? new byte[] {DUE + 1} : due(until + 1, new byte[0]);
        scan(due(from, new byte[0]), end, key -> {
            found.add(new Entry(ByteBuffer.wrap(key, 1, Long.BYTES).getLong(), text(key, 1 + Long.BYTES)));
            return found.size() < most;
        });
        return found;
    }

    @Override
    public List<String> heldBy(String incarnation, String after, int most) {
        List<String> found = new ArrayList<>();
        int head = held(incarnation, new byte[0]).length;
        // The zero byte follows every longer key of the same slot: it begins after the slot itself.
        byte[] from = held(incarnation, after.isEmpty() ? new byte[0] : (after + "\0").getBytes(UTF_8));
        scan(from, held(incarnation, new byte[] {(byte) 0xFF}), key -> {
            found.add(text(key, head));
            return found.size() < most;
        });
        return found;
    }

    @Override
    public List<String> incarnations() {
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
            from = first.isEmpty() ? new byte[0] : held(first.get(0), new byte[] {(byte) 0xFF});
        }
        return found;
    }

    /**
     * Remembers up to where each topic partition is in here; an offset that is {@code null}, or all of them if there
     * are none, is forgotten.
     *
     * <p>What is written reaches the disk in the order of its writing, so that after a crash an offset is never ahead
     * of the timers: nothing need be flushed for it, and nobody waits.
     */
    void read(Map<TopicPartition, Long> offsets) {
        try (WriteBatch batch = new WriteBatch()) {
            if (offsets.isEmpty()) {
                batch.deleteRange(new byte[] {READ}, new byte[] {READ + 1});
            }
            for (Map.Entry<TopicPartition, Long> each : offsets.entrySet()) {
                Long offset = each.getValue();
                if (offset == null) {
                    batch.delete(readKey(each.getKey()));
                } else {
                    batch.put(
                            readKey(each.getKey()),
                            ByteBuffer.allocate(Long.BYTES).putLong(offset).array());
                }
            }
            db.write(unlogged, batch);
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

    private byte @Nullable [] bytes(String slot) {
        try {
            return db.get(key(SLOT, slot.getBytes(UTF_8)));
        } catch (RocksDBException e) {
            throw broken(e);
        }
    }

    private static void unindex(WriteBatch batch, byte[] name, byte @Nullable [] known) throws RocksDBException {
        if (known != null) {
            batch.delete(due(ArmedBytes.index(known), name));
            String incarnation = ArmedBytes.incarnation(known);
            if (incarnation != null) {
                batch.delete(held(incarnation, name));
            }
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

    private static byte[] due(long index, byte[] name) {
        return ByteBuffer.allocate(1 + Long.BYTES + name.length)
                .put(DUE)
                .putLong(Math.max(0, index))
                .put(name)
                .array();
    }

    private static byte[] held(String incarnation, byte[] name) {
        byte[] who = incarnation.getBytes(UTF_8);
        return ByteBuffer.allocate(2 + who.length + name.length)
                .put(HELD)
                .put(who)
                .put((byte) 0)
                .put(name)
                .array();
    }

    private static String text(byte[] key, int from) {
        return new String(key, from, key.length - from, UTF_8);
    }

    private static ProcessorStateException broken(RocksDBException e) {
        return new ProcessorStateException("The store of the timers failed: " + e.getMessage(), e);
    }

    @Override
    public void close() {
        try (FlushOptions wait = new FlushOptions().setWaitForFlush(true)) {
            db.flush(wait);
        } catch (RocksDBException e) {
            LOG.atWarn().setCause(e).log("the newest timers are read again at the next start");
        }
        db.close();
        unlogged.close();
        options.close();
        bloom.close();
    }
}

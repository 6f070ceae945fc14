package dev.odradek.reaper.stream;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import org.apache.kafka.streams.errors.ProcessorStateException;
import org.jspecify.annotations.Nullable;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.CompactionStyle;
import org.rocksdb.CompressionType;
import org.rocksdb.FlushOptions;
import org.rocksdb.IndexType;
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
 * The RocksDB that timers lie in: what is written together is there together, and in the order of its writing.
 *
 * <p>Scans are bounded on both sides, so that they never walk over what was deleted outside of what is asked for.
 */
final class TimerDatabase implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(TimerDatabase.class);

    /** How the rows are laid out: 2 since they say where they are filed; it was not written before. */
    static final byte FORMAT = 2;

    /**
     * So many sorted runs before some are merged, where RocksDB would have four: each timer is copied less often. Where
     * one is filed is mostly known without the disk, and what is due is found by few scans.
     */
    private static final int RUNS = 10;
    /** As much room as RocksDB leaves above its four before it slows writers down, and before it stops them. */
    private static final int SLOWED = RUNS + 16;

    private static final int STOPPED = RUNS + 32;

    /** Twice RocksDB's own: half as much index, and better compressed. */
    private static final long BLOCK = 8L << 10;

    private final BloomFilter bloom = new BloomFilter(10);
    private final Options options;
    /** Without a log: what is lost in a crash is read again from the topic, from the offset that is in here. */
    private final WriteOptions unlogged = new WriteOptions().setDisableWAL(true);

    private final RocksDB db;

    TimerDatabase(Path dir, RocksMemory memory) {
        options = new Options()
                .setCreateIfMissing(true)
                .setWriteBufferSize(memory.memtable())
                // With two, whoever asks for a flush while there is one would wait for it, and the ticks with it.
                .setMaxWriteBufferNumber(3)
                // Rows are overwritten all the time: merging few large runs costs less than keeping levels in order.
                .setCompactionStyle(CompactionStyle.UNIVERSAL)
                .setLevel0FileNumCompactionTrigger(RUNS)
                .setLevel0SlowdownWritesTrigger(SLOWED)
                .setLevel0StopWritesTrigger(STOPPED)
                .setCompressionType(CompressionType.LZ4_COMPRESSION)
                .setWriteBufferManager(memory.writes())
                .setTableFormatConfig(new BlockBasedTableConfig()
                        .setBlockCache(memory.cache())
                        .setFilterPolicy(bloom)
                        .setCacheIndexAndFilterBlocks(true)
                        // Before rows, which are mostly read once.
                        .setCacheIndexAndFilterBlocksWithHighPriority(true)
                        // In pieces: with millions of timers a whole one is megabytes, all to be read for one of them.
                        .setIndexType(IndexType.kTwoLevelIndexSearch)
                        .setPartitionFilters(true)
                        .setPinTopLevelIndexAndFilter(true)
                        .setBlockSize(BLOCK));
        try {
            Files.createDirectories(dir);
            db = open(dir.toString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (RocksDBException e) {
            throw new ProcessorStateException("The timers in " + dir + " cannot be opened: " + e.getMessage(), e);
        }
    }

    /** Whatever lies there in another format goes: without offsets all of it is read from the topic again. */
    private RocksDB open(String dir) throws RocksDBException {
        RocksDB opened = RocksDB.open(options, dir);
        try {
            byte[] format = opened.get(TimerKeys.format());
            if (format != null && format[0] == FORMAT) {
                return opened;
            }
            if (!isEmpty(opened)) {
                LOG.atInfo().addKeyValue("dir", dir).log("timers of an earlier format are read from the topic again");
                opened.close();
                RocksDB.destroyDB(dir, options);
                opened = RocksDB.open(options, dir);
            }
            // Before anything else, so that nothing is ever on disk without it.
            opened.put(unlogged, TimerKeys.format(), new byte[] {FORMAT});
            return opened;
        } catch (RocksDBException | RuntimeException e) {
            opened.close();
            throw e;
        }
    }

    private static boolean isEmpty(RocksDB opened) {
        try (RocksIterator keys = opened.newIterator()) {
            keys.seekToFirst();
            return !keys.isValid();
        }
    }

    byte @Nullable [] get(byte[] key) {
        try {
            return db.get(key);
        } catch (RocksDBException e) {
            throw broken(e);
        }
    }

    List<byte @Nullable []> get(List<byte[]> keys) {
        try {
            return db.multiGetAsList(keys);
        } catch (RocksDBException e) {
            throw broken(e);
        }
    }

    /** All of it or, after a crash, nothing. */
    void write(WriteBatch batch) throws RocksDBException {
        if (batch.count() > 0) {
            db.write(unlogged, batch);
        }
    }

    /** Deletes the keys from one, included, to another, excluded. */
    void delete(byte[] from, byte[] to) {
        try {
            db.deleteRange(unlogged, from, to);
        } catch (RocksDBException e) {
            throw broken(e);
        }
    }

    /** Walks the keys from one, included, to another, excluded, while the visitor wants more. */
    void scan(byte[] from, byte[] to, Predicate<byte[]> wantsMore) {
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

    /** How many keys there are, roughly. */
    long estimate() {
        try {
            return db.getLongProperty("rocksdb.estimate-num-keys");
        } catch (RocksDBException e) {
            throw broken(e);
        }
    }

    /** Brings to the disk what RocksDB still has in memory. */
    void flush(boolean wait) {
        try (FlushOptions how = new FlushOptions().setWaitForFlush(wait)) {
            db.flush(how);
        } catch (RocksDBException e) {
            throw broken(e);
        }
    }

    static ProcessorStateException broken(RocksDBException e) {
        return new ProcessorStateException("The store of the timers failed: " + e.getMessage(), e);
    }

    @Override
    public void close() {
        db.close();
        unlogged.close();
        options.close();
        bloom.close();
    }
}

package dev.odradek.reaper.stream;

import java.util.concurrent.atomic.AtomicLong;
import org.rocksdb.Cache;
import org.rocksdb.LRUCache;
import org.rocksdb.RocksDB;
import org.rocksdb.WriteBufferManager;

/** What the timers of all partitions of this process may use: it does not grow with them. */
public final class RocksMemory implements AutoCloseable {
    static {
        RocksDB.loadLibrary();
    }

    /** Up to which part of the cache indexes and filters are kept before rows. */
    private static final double INDEXES = 0.5;

    /** Two to the power of it: few threads look. */
    private static final int SHARD_BITS = 2;

    /** Of eight partitions one each is a quarter of the memory; while all are being written out, three quarters. */
    private static final int MEMTABLES = 32;

    private static final long LARGEST_MEMTABLE = 16 << 20;

    private final Cache cache;
    private final WriteBufferManager writes;
    private final long memtable;
    private final long mostNewest;
    private final AtomicLong newest = new AtomicLong();
    private final long mostFiled;
    private final AtomicLong filed = new AtomicLong();

    /**
     * @param bytes what RocksDB may use; of the heap, the timers that are not yet on disk use at most half as much, and
     *     so does the memory of where those on disk are filed
     */
    public RocksMemory(long bytes) {
        this(bytes, bytes / 2, bytes / 2);
    }

    RocksMemory(long bytes, long mostNewest, long mostFiled) {
        this.cache = new LRUCache(bytes, SHARD_BITS, false, INDEXES);
        this.writes = new WriteBufferManager(bytes / 2, cache);
        this.memtable = Math.min(LARGEST_MEMTABLE, bytes / MEMTABLES);
        this.mostNewest = mostNewest;
        this.mostFiled = mostFiled / Filed.BYTES;
    }

    Cache cache() {
        return cache;
    }

    WriteBufferManager writes() {
        return writes;
    }

    /** How large the memtable of a partition grows before it is flushed. */
    long memtable() {
        return memtable;
    }

    /** Timers that are not yet on disk use so much more. */
    void newestGrow(long bytes) {
        newest.addAndGet(bytes);
    }

    long newestBytes() {
        return newest.get();
    }

    /**
     * Whether a partition whose own newest timers use {@code bytes} must write some of them to the disk.
     *
     * <p>A few are left to each, however much the others have: it would write one by one else.
     */
    boolean newestAreTooMany(long bytes) {
        return newest.get() > mostNewest && bytes > mostNewest / 128;
    }

    /** Says how many more places there are for slots: up to those wanted, and none if fewer than the least are left. */
    int filedGrow(int least, int wanted) {
        while (true) {
            long taken = filed.get();
            int granted = (int) Math.min(wanted, mostFiled - taken);
            if (granted < least) {
                return 0;
            }
            if (filed.compareAndSet(taken, taken + granted)) {
                return granted;
            }
        }
    }

    void filedShrink(int places) {
        filed.addAndGet(-places);
    }

    long filedBytes() {
        return filed.get() * Filed.BYTES;
    }

    /** Only when no store uses it any more. */
    @Override
    public void close() {
        writes.close();
        cache.close();
    }
}

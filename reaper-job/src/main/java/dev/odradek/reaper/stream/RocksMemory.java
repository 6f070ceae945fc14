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

    private final Cache cache;
    private final WriteBufferManager writes;
    private final long mostNewest;
    private final AtomicLong newest = new AtomicLong();

    /** @param bytes what RocksDB may use; the timers that are not yet on disk use at most half as much of the heap */
    public RocksMemory(long bytes) {
        this(bytes, bytes / 2);
    }

    RocksMemory(long bytes, long mostNewest) {
        this.cache = new LRUCache(bytes);
        this.writes = new WriteBufferManager(bytes / 2, cache);
        this.mostNewest = mostNewest;
    }

    Cache cache() {
        return cache;
    }

    WriteBufferManager writes() {
        return writes;
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

    /** Only when no store uses it any more. */
    @Override
    public void close() {
        writes.close();
        cache.close();
    }
}

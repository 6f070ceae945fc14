package dev.odradek.reaper.stream;

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

    public RocksMemory(long bytes) {
        this.cache = new LRUCache(bytes);
        this.writes = new WriteBufferManager(bytes / 2, cache);
    }

    Cache cache() {
        return cache;
    }

    WriteBufferManager writes() {
        return writes;
    }

    /** Only when no store uses it any more. */
    @Override
    public void close() {
        writes.close();
        cache.close();
    }
}

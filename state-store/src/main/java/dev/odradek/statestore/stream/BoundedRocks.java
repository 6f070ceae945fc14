package dev.odradek.statestore.stream;

import java.util.Map;
import org.apache.kafka.streams.state.RocksDBConfigSetter;
import org.jspecify.annotations.Nullable;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.Cache;
import org.rocksdb.LRUCache;
import org.rocksdb.Options;
import org.rocksdb.WriteBufferManager;

/** One cache and one write buffer for all partitions of the process, so that memory does not grow with them. */
public final class BoundedRocks implements RocksDBConfigSetter {
    static final String MEMORY = "odradek.rocksdb.memory.bytes";
    private static final long MEMTABLE = 4L << 20;

    /** How much of the cache indexes and filters have for themselves. */
    private static final double INDEXES = 0.5;

    /** Two to the power of it: few threads look, and a shard must hold the index of a large file many times over. */
    private static final int SHARD_BITS = 2;

    private static @Nullable Cache cache;
    private static @Nullable WriteBufferManager writes;

    @Override
    public void setConfig(String store, Options options, Map<String, Object> configs) {
        Object memory = configs.getOrDefault(MEMORY, 64L << 20);
        share(Long.parseLong(String.valueOf(memory)));
        BlockBasedTableConfig table = (BlockBasedTableConfig) options.tableFormatConfig();
        if (cache != null && writes != null) {
            table.setBlockCache(cache);
            options.setWriteBufferManager(writes);
        }
        table.setCacheIndexAndFilterBlocks(true);
        // Without a place of their own they are driven out by rows read once, and each look reads an index again.
        table.setCacheIndexAndFilterBlocksWithHighPriority(true);
        table.setPinTopLevelIndexAndFilter(true);
        options.setTableFormatConfig(table);
        options.setWriteBufferSize(MEMTABLE);
        options.setMaxWriteBufferNumber(2);
        // Every new item is first looked for in vain.
        options.setMemtablePrefixBloomSizeRatio(0.05);
        options.setMemtableWholeKeyFiltering(true);
    }

    private static synchronized void share(long memory) {
        if (cache == null) {
            cache = new LRUCache(memory, SHARD_BITS, false, INDEXES);
            writes = new WriteBufferManager(memory / 2, cache);
        }
    }

    @Override
    public void close(String store, Options options) {
        // The cache and the buffer belong to all stores of the process: none may close them.
    }
}

package dev.odradek.statestore.replay;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.odradek.statestore.core.Key;
import dev.odradek.statestore.item.Payload;
import dev.odradek.statestore.rehearse.Shelf;
import dev.odradek.topics.format.Json;
import java.io.IOError;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.LRUCache;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.WriteOptions;

/**
 * A shelf in a directory of its own, with the latest rows in memory and written when they must make room.
 *
 * <p>A failing disk is an {@link IOError}: as an exception it would be taken for a command that cannot be decided.
 */
final class DiskShelf implements Shelf, AutoCloseable {
    private static final int IN_MEMORY = 20_000;
    private static final long CACHE = 16L << 20;

    private final Options options;
    private final LRUCache cache;
    private final BloomFilter filter;
    private final WriteOptions writes;
    private final RocksDB db;
    private final Map<String, Cell> latest = new LinkedHashMap<>(1024, 0.75f, true);

    /** A row, or that there is none; dirty until it is on disk. */
    private record Cell(@Nullable Object row, boolean dirty) {}

    DiskShelf(Path dir) {
        RocksDB.loadLibrary();
        this.cache = new LRUCache(CACHE);
        this.filter = new BloomFilter();
        this.options = new Options()
                .setCreateIfMissing(true)
                .setWriteBufferSize(CACHE)
                .setTableFormatConfig(
                        new BlockBasedTableConfig().setBlockCache(cache).setFilterPolicy(filter));
        // Nothing of it is meant to outlive the process.
        this.writes = new WriteOptions().setDisableWAL(true);
        try {
            Files.createDirectories(dir);
            this.db = RocksDB.open(options, dir.toString());
        } catch (RocksDBException | IOException e) {
            throw new IOError(e);
        }
    }

    @Override
    public <T> @Nullable T get(Key<T> key) {
        Cell cell = latest.get(key.text());
        if (cell != null) {
            return key.type().cast(cell.row());
        }
        byte[] bytes = read(key.text());
        T row = bytes == null ? null : Json.readRow(bytes, key.type());
        if (key.type() != Payload.class) {
            keep(key.text(), new Cell(row, false));
        }
        return row;
    }

    @Override
    public <T> void put(Key<T> key, T row) {
        if (key.type() == Payload.class) {
            // Payloads may be large and are seldom read again: they would crowd out all else.
            write(key.text(), row);
            latest.remove(key.text());
        } else {
            keep(key.text(), new Cell(row, true));
        }
    }

    @Override
    public void delete(Key<?> key) {
        Cell cell = latest.get(key.text());
        if (cell == null || cell.row() != null) {
            keep(key.text(), new Cell(null, true));
        }
    }

    @Override
    public <T> void each(String prefix, Class<T> type, long most, Consumer<T> visitor) {
        latest.forEach(this::settle);
        latest.clear();
        try (RocksIterator rows = db.newIterator()) {
            long shown = 0;
            for (rows.seek(prefix.getBytes(UTF_8)); rows.isValid() && shown < most; rows.next()) {
                if (!new String(rows.key(), UTF_8).startsWith(prefix)) {
                    return;
                }
                visitor.accept(Json.readRow(rows.value(), type));
                shown++;
            }
            rows.status();
        } catch (RocksDBException e) {
            throw new IOError(e);
        }
    }

    @Override
    public void close() {
        db.close();
        writes.close();
        options.close();
        filter.close();
        cache.close();
    }

    private void keep(String key, Cell cell) {
        Cell before = latest.put(key, cell);
        if (before == null && latest.size() > IN_MEMORY) {
            Iterator<Map.Entry<String, Cell>> eldest = latest.entrySet().iterator();
            Map.Entry<String, Cell> gone = eldest.next();
            settle(gone.getKey(), gone.getValue());
            eldest.remove();
        }
    }

    private void settle(String key, Cell cell) {
        if (cell.dirty()) {
            write(key, cell.row());
        }
    }

    private byte @Nullable [] read(String key) {
        try {
            return db.get(key.getBytes(UTF_8));
        } catch (RocksDBException e) {
            throw new IOError(e);
        }
    }

    private void write(String key, @Nullable Object row) {
        try {
            if (row == null) {
                db.delete(writes, key.getBytes(UTF_8));
            } else {
                db.put(writes, key.getBytes(UTF_8), Json.rowBytes(row));
            }
        } catch (RocksDBException e) {
            throw new IOError(e);
        }
    }
}

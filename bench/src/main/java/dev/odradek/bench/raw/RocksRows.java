package dev.odradek.bench.raw;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.odradek.statestore.core.Key;
import dev.odradek.statestore.core.View;
import dev.odradek.topics.format.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/**
 * Rows in RocksDB much as a state-store has them: the latest at hand, absent ones too, and what has changed stored when
 * it commits; without a log, which Kafka is.
 */
final class RocksRows implements View, AutoCloseable {
    private static final int DECODED = 12_000;

    private final Options options = new Options().setCreateIfMissing(true);
    private final WriteOptions writes = new WriteOptions().setDisableWAL(true);
    private final RocksDB db;
    private final SortedMap<String, Optional<byte[]>> changed = new TreeMap<>();
    private final Map<String, Optional<Object>> decoded = new LinkedHashMap<>(1024, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Optional<Object>> eldest) {
            return size() > DECODED;
        }
    };

    RocksRows(Path dir) throws IOException, RocksDBException {
        Files.createDirectories(dir);
        this.db = RocksDB.open(options, dir.toString());
    }

    @Override
    public <T> @Nullable T get(Key<T> key) {
        Optional<Object> known = decoded.get(key.text());
        if (known != null) {
            return known.map(key.type()::cast).orElse(null);
        }
        byte[] bytes = stored(key.text());
        T row = bytes == null ? null : Json.readRow(bytes, key.type());
        decoded.put(key.text(), Optional.ofNullable(row));
        return row;
    }

    private byte @Nullable [] stored(String key) {
        Optional<byte[]> waiting = changed.get(key);
        if (waiting != null) {
            return waiting.orElse(null);
        }
        try {
            return db.get(key.getBytes(UTF_8));
        } catch (RocksDBException e) {
            throw new IllegalStateException("a row could not be read", e);
        }
    }

    void apply(SortedMap<Key<?>, @Nullable Object> rows) {
        rows.forEach((key, row) -> {
            changed.put(key.text(), Optional.ofNullable(row).map(Json::rowBytes));
            decoded.put(key.text(), Optional.ofNullable(row));
        });
    }

    /** Stores what has changed since the last time. */
    void commit() {
        try (WriteBatch batch = new WriteBatch()) {
            for (Map.Entry<String, Optional<byte[]>> each : changed.entrySet()) {
                byte[] key = each.getKey().getBytes(UTF_8);
                if (each.getValue().isPresent()) {
                    batch.put(key, each.getValue().get());
                } else {
                    batch.delete(key);
                }
            }
            db.write(writes, batch);
        } catch (RocksDBException e) {
            throw new IllegalStateException("rows could not be stored", e);
        }
        changed.clear();
    }

    @Override
    public void close() {
        db.close();
        writes.close();
        options.close();
    }
}

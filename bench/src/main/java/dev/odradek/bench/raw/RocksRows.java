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
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteOptions;

/** Rows in RocksDB with the latest kept decoded, as a state-store has them; without a log, which Kafka is. */
final class RocksRows implements View, AutoCloseable {
    private static final int DECODED = 10_000;

    private final Options options = new Options().setCreateIfMissing(true);
    private final WriteOptions writes = new WriteOptions().setDisableWAL(true);
    private final RocksDB db;
    private final Map<String, Object> decoded = new LinkedHashMap<>(1024, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Object> eldest) {
            return size() > DECODED;
        }
    };

    RocksRows(Path dir) throws IOException, RocksDBException {
        Files.createDirectories(dir);
        this.db = RocksDB.open(options, dir.toString());
    }

    @Override
    public <T> @Nullable T get(Key<T> key) {
        Object known = decoded.get(key.text());
        if (known != null) {
            return key.type().cast(known);
        }
        try {
            byte[] bytes = db.get(key.text().getBytes(UTF_8));
            if (bytes == null) {
                return null;
            }
            T row = Json.readRow(bytes, key.type());
            decoded.put(key.text(), row);
            return row;
        } catch (RocksDBException e) {
            throw new IllegalStateException("a row could not be read", e);
        }
    }

    void apply(SortedMap<Key<?>, @Nullable Object> rows) {
        rows.forEach((key, row) -> {
            try {
                if (row == null) {
                    db.delete(writes, key.text().getBytes(UTF_8));
                    decoded.remove(key.text());
                } else {
                    db.put(writes, key.text().getBytes(UTF_8), Json.rowBytes(row));
                    decoded.put(key.text(), row);
                }
            } catch (RocksDBException e) {
                throw new IllegalStateException("a row could not be stored", e);
            }
        });
    }

    @Override
    public void close() {
        db.close();
        writes.close();
        options.close();
    }
}

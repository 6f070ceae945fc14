package dev.odradek.statestore.rehearse;

import dev.odradek.statestore.core.Key;
import dev.odradek.topics.format.Json;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A shelf in memory, each row as the bytes that a disk would keep. */
public final class MemoryShelf implements Shelf {
    private final NavigableMap<String, byte[]> rows = new TreeMap<>();

    @Override
    public <T> @Nullable T get(Key<T> key) {
        byte[] bytes = rows.get(key.text());
        return bytes == null ? null : Json.mapper().readValue(bytes, key.type());
    }

    @Override
    public <T> void put(Key<T> key, T row) {
        rows.put(key.text(), Json.bytes(row));
    }

    @Override
    public void delete(Key<?> key) {
        rows.remove(key.text());
    }

    @Override
    public <T> void each(String prefix, Class<T> type, long most, Consumer<T> visitor) {
        rows.subMap(prefix, prefix + Character.MAX_VALUE).values().stream()
                .limit(most)
                .forEach(bytes -> visitor.accept(Json.mapper().readValue(bytes, type)));
    }

    /** How many rows differ between the worlds. */
    public long others() {
        return rows.keySet().stream()
                .filter(key -> key.startsWith("other/") || key.startsWith("kept/"))
                .count();
    }
}

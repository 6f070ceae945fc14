package dev.odradek.statestore.sim;

import dev.odradek.statestore.core.Key;
import dev.odradek.statestore.core.Rows;
import dev.odradek.topics.format.Json;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A partition's rows: what is committed, and over it what a transaction has changed and may lose again. */
final class SimRows implements Rows {
    private final boolean serialised;
    private final NavigableMap<String, Cell> committed = new TreeMap<>();
    private final NavigableMap<String, Cell> open = new TreeMap<>();

    /** A row, as an object or as the JSON it is stored as; one without either is deleted. */
    private static final class Cell {
        final @Nullable String json;
        private @Nullable Object value;

        Cell(@Nullable String json, @Nullable Object value) {
            this.json = json;
            this.value = value;
        }

        @Nullable Object value(Class<?> type) {
            if (value == null && json != null) {
                value = Json.mapper().readValue(json, type);
            }
            return value;
        }

        @Nullable Object stored() {
            return json == null ? value : json;
        }
    }

    SimRows(boolean serialised) {
        this.serialised = serialised;
    }

    @Override
    public <T> @Nullable T get(Key<T> key) {
        Cell cell = open.containsKey(key.text()) ? open.get(key.text()) : committed.get(key.text());
        return cell == null ? null : key.type().cast(cell.value(key.type()));
    }

    @Override
    public <T> void put(Key<T> key, T row) {
        apply(key, row);
    }

    @Override
    public void delete(Key<?> key) {
        apply(key, null);
    }

    void apply(Key<?> key, @Nullable Object row) {
        open.put(
                key.text(),
                row != null && serialised
                        ? new Cell(new String(Json.bytes(row), StandardCharsets.UTF_8), null)
                        : new Cell(null, row));
    }

    void commit() {
        open.forEach((key, cell) -> {
            if (cell.stored() == null) {
                committed.remove(key);
            } else {
                committed.put(key, cell);
            }
        });
        open.clear();
    }

    void rollBack() {
        open.clear();
    }

    /** All rows under a prefix. */
    <T> List<T> all(String prefix, Class<T> type) {
        String end = prefix + Character.MAX_VALUE;
        SortedMap<String, Cell> merged = new TreeMap<>(committed.subMap(prefix, end));
        merged.putAll(open.subMap(prefix, end));
        List<T> found = new ArrayList<>();
        for (Cell cell : merged.values()) {
            Object value = cell.value(type);
            if (value != null) {
                found.add(type.cast(value));
            }
        }
        return found;
    }

    /** The rows as they are stored, to be compared or hashed. */
    SortedMap<String, Object> stored() {
        NavigableMap<String, Cell> merged = new TreeMap<>(committed);
        merged.putAll(open);
        SortedMap<String, Object> all = new TreeMap<>();
        for (Map.Entry<String, Cell> row : merged.entrySet()) {
            Object stored = row.getValue().stored();
            if (stored != null) {
                all.put(row.getKey(), stored);
            }
        }
        return all;
    }
}

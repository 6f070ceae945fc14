package dev.odradek.standalone.system;

import dev.odradek.statestore.core.History;
import dev.odradek.statestore.core.Key;
import dev.odradek.statestore.core.Rows;
import dev.odradek.statestore.item.Item;
import dev.odradek.statestore.item.Payload;
import dev.odradek.statestore.partition.PartitionHistory;
import dev.odradek.topics.event.EventRecord;
import dev.odradek.topics.format.Json;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** The rows of one partition, made from nothing but its facts. */
final class RebuiltRows implements Rows {
    private final SortedMap<String, Object> rows = new TreeMap<>();

    static Map<Integer, RebuiltRows> from(List<EventRecord> facts) {
        History history = new PartitionHistory();
        Map<Integer, RebuiltRows> all = new TreeMap<>();
        for (EventRecord fact : facts) {
            history.evolve(all.computeIfAbsent(fact.cause().partition(), p -> new RebuiltRows()), fact);
        }
        return all;
    }

    /** The items, without what only the core needs to know. */
    Map<String, ReadTables.Row> items() {
        Map<String, ReadTables.Row> items = new TreeMap<>();
        rows.values().forEach(row -> {
            if (row instanceof Item i) {
                Item told = new Item(
                        i.id(),
                        i.machine(),
                        i.version(),
                        i.partitionKey(),
                        i.parent(),
                        "",
                        i.createdAt(),
                        i.updatedAt(),
                        i.payloadVersion(),
                        null,
                        i.axes(),
                        List.of());
                items.put(
                        i.id(),
                        new ReadTables.Row(told, Payload.of(this, Rig.TENANT, i).body()));
            }
        });
        return items;
    }

    /** Every row as the store writes it. */
    Map<String, String> asText() {
        Map<String, String> text = new TreeMap<>();
        rows.forEach((key, row) -> text.put(key, new String(Json.bytes(row), StandardCharsets.UTF_8)));
        return text;
    }

    @Override
    public <T> T get(Key<T> key) {
        return key.type().cast(rows.get(key.text()));
    }

    @Override
    public <T> void put(Key<T> key, T row) {
        rows.put(key.text(), row);
    }

    @Override
    public void delete(Key<?> key) {
        rows.remove(key.text());
    }
}

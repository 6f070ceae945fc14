package dev.odradek.statestore.table;

import dev.odradek.statestore.core.History;
import dev.odradek.statestore.core.Key;
import dev.odradek.statestore.core.Rows;
import dev.odradek.statestore.item.Item;
import dev.odradek.statestore.item.Payload;
import dev.odradek.statestore.partition.PartitionHistory;
import dev.odradek.topics.event.AxisState;
import dev.odradek.topics.event.EventRecord;
import dev.odradek.topics.event.Wakeup;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/** What the core itself makes of the facts of one partition: the judge of what the tables say. */
final class Told implements Rows {
    private final SortedMap<String, Object> rows = new TreeMap<>();

    static Told by(List<EventRecord> facts) {
        History history = new PartitionHistory();
        Told told = new Told();
        facts.forEach(fact -> history.evolve(told, fact));
        return told;
    }

    /** By tenant and id; without what only the core needs to know. */
    Map<String, Item> items(String tenant) {
        Map<String, Item> items = new TreeMap<>();
        rows.values().forEach(row -> {
            if (row instanceof Item i) {
                items.put(
                        i.id(),
                        new Item(
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
                                List.of()));
            }
        });
        return items;
    }

    JsonNode payload(String tenant, String id) {
        return Payload.of(this, tenant, get(Item.key(tenant, id))).body();
    }

    /** Queue → offered, held, waiting, delayed; only those that have any. */
    Map<String, List<Long>> counts(String tenant) {
        Map<String, long[]> counts = new TreeMap<>();
        items(tenant).values().forEach(item -> item.axes().values().forEach(axis -> count(counts, axis)));
        Map<String, List<Long>> lists = new TreeMap<>();
        counts.forEach((queue, each) -> lists.put(queue, List.of(each[0], each[1], each[2], each[3])));
        return lists;
    }

    private static void count(Map<String, long[]> counts, AxisState axis) {
        Wakeup wakeup = axis.wakeup();
        if (axis.lease() != null) {
            counts.computeIfAbsent(axis.lease().queue(), q -> new long[4])[1]++;
        } else if (wakeup instanceof Wakeup.Dispatched offered) {
            counts.computeIfAbsent(offered.queue(), q -> new long[4])[0]++;
        } else if (wakeup instanceof Wakeup.Withheld waiting) {
            counts.computeIfAbsent(waiting.queue(), q -> new long[4])[2]++;
        } else if (wakeup instanceof Wakeup.Backoff later) {
            counts.computeIfAbsent(later.queue(), q -> new long[4])[3]++;
        } else if (wakeup instanceof Wakeup.Delay later) {
            counts.computeIfAbsent(later.queue(), q -> new long[4])[3]++;
        }
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

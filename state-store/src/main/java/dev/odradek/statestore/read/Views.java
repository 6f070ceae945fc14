package dev.odradek.statestore.read;

import dev.odradek.statestore.item.Item;
import dev.odradek.statestore.projection.Place;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;

/** Shows items as people and programs outside see them, with what is known of the timers behind them. */
public final class Views {
    private final Alarms alarms;
    private final int partitions;

    public Views(Alarms alarms, int partitions) {
        this.alarms = alarms;
        this.partitions = partitions;
    }

    /** An item and what it carries. */
    public record Seen(Item item, JsonNode payload) {}

    public List<ItemView> of(String tenant, List<Seen> items, Predicate<String> paused) {
        Timers timers = Timers.of(
                alarms, partitions, tenant, items.stream().map(Seen::item).toList());
        long now = System.currentTimeMillis();
        return items.stream()
                .map(each -> view(tenant, each, timers, paused, now))
                .toList();
    }

    private static ItemView view(String tenant, Seen seen, Timers timers, Predicate<String> paused, long now) {
        Item item = seen.item();
        SortedMap<String, AxisView> axes = new TreeMap<>();
        item.axes().forEach((name, axis) -> {
            String queue = Place.of(axis).queue();
            boolean isPaused = queue != null && paused.test(queue);
            axes.put(name, AxisView.of(axis, timers.behind(tenant, item, name), isPaused, now));
        });
        return new ItemView(
                item.id(),
                tenant,
                item.machine(),
                item.version(),
                item.partitionKey(),
                item.parent(),
                seen.payload(),
                item.payloadVersion(),
                item.createdAt(),
                item.updatedAt(),
                axes);
    }
}

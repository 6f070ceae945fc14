package dev.odradek.statestore.item;

import dev.odradek.statestore.core.Key;
import dev.odradek.statestore.core.Recent;
import dev.odradek.topics.event.AxisState;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * An item as the facts so far have left it.
 *
 * @param origin a hash of what it was created from, by which a repeated create is told from a conflicting one
 * @param payload what it carries, if that is small; a large payload lies in a row of its own, since most moves do not
 *     touch it
 * @param recent the last commands of operators and outsiders, by which a repeat is known; the epoch tells workers'
 */
public record Item(
        String id,
        String machine,
        int version,
        String partitionKey,
        @Nullable String parent,
        String origin,
        long createdAt,
        long updatedAt,
        long payloadVersion,
        @Nullable JsonNode payload,
        SortedMap<String, AxisState> axes,
        List<String> recent) {
    public Item {
        axes = Collections.unmodifiableSortedMap(new TreeMap<>(axes));
        recent = List.copyOf(recent);
    }

    public static Key<Item> key(String tenant, String id) {
        return new Key<>(prefix(tenant) + id, Item.class);
    }

    public static String prefix(String tenant) {
        return "item/" + tenant + "/";
    }

    Item withAxis(String name, AxisState axis, long now) {
        SortedMap<String, AxisState> next = new TreeMap<>(axes);
        next.put(name, axis);
        return with(now, payloadVersion, payload, next, recent);
    }

    /** @param small the payload, if it is small */
    Item withPayload(@Nullable JsonNode small, long next, long now) {
        return with(now, next, small, axes, recent);
    }

    Item remembering(String commandId) {
        return with(updatedAt, payloadVersion, payload, axes, Recent.and(recent, commandId));
    }

    private Item with(
            long now,
            long nextVersion,
            @Nullable JsonNode small,
            SortedMap<String, AxisState> next,
            List<String> kept) {
        return new Item(
                id, machine, version, partitionKey, parent, origin, createdAt, now, nextVersion, small, next, kept);
    }
}

package dev.odradek.statestore.read;

import dev.odradek.statestore.audit.Alarm;
import dev.odradek.statestore.audit.Around;
import dev.odradek.statestore.audit.Backing;
import dev.odradek.statestore.audit.Standing;
import dev.odradek.statestore.item.Item;
import dev.odradek.topics.route.Routing;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/** The timers behind the axes of some items of a tenant. */
final class Timers {
    private final Map<String, Behind> bySlot = new HashMap<>();

    private Timers() {}

    /** Asks once per partition, all at the same time. */
    static Timers of(Alarms alarms, int partitions, String tenant, List<Item> items) {
        Map<Integer, List<Standing>> timed = new TreeMap<>();
        for (Item item : items) {
            int partition = Routing.partition(tenant, item.partitionKey(), partitions);
            item.axes().forEach((name, axis) -> {
                Standing standing = new Standing(tenant, item.id(), name, axis, Around.NOTHING);
                if (standing.isTimed()) {
                    timed.computeIfAbsent(partition, p -> new ArrayList<>()).add(standing);
                }
            });
        }
        List<Asked> asked = new ArrayList<>();
        timed.forEach((partition, all) -> asked.add(new Asked(
                all, alarms.in(partition, all.stream().map(Standing::slot).toList()))));
        Timers timers = new Timers();
        asked.forEach(timers::hear);
        return timers;
    }

    Behind behind(String tenant, Item item, String axis) {
        return bySlot.getOrDefault(tenant + "/" + item.id() + "/" + axis, new Behind.Unknown());
    }

    private void hear(Asked asked) {
        try {
            Map<String, Alarm> known = asked.answer().join();
            asked.axes().forEach(each -> bySlot.put(each.slot(), behind(each, known.get(each.slot()))));
        } catch (CompletionException unanswered) {
            // That partition is watched elsewhere: of its axes nothing is known.
        }
    }

    private static Behind behind(Standing axis, @Nullable Alarm alarm) {
        return alarm == null || Backing.missing(axis, alarm).isPresent()
                ? new Behind.Nothing()
                : new Behind.Armed(alarm);
    }

    /** A question about axes of one partition. */
    private record Asked(List<Standing> axes, CompletableFuture<Map<String, Alarm>> answer) {}
}

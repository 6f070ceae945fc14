package dev.odradek.statestore.sim;

import dev.odradek.statestore.item.Item;
import dev.odradek.topics.command.Token;
import dev.odradek.topics.event.AxisState;
import dev.odradek.topics.machine.Axis;
import dev.odradek.topics.machine.Machine;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What has been posted so far, and what somebody who knows a little of it might say about it. */
final class Posted {
    private static final int MOST_ITEMS = 30;

    private record Post(String key, String machine) {}

    private final World world;
    private final Map<String, Post> posts = new TreeMap<>();

    Posted(World world) {
        this.world = world;
    }

    boolean mayAdd() {
        return posts.size() < MOST_ITEMS;
    }

    boolean isAny() {
        return !posts.isEmpty();
    }

    String newItem() {
        return "item" + posts.size();
    }

    String anyItem() {
        return posts.isEmpty() ? newItem() : world.pick(List.copyOf(posts.keySet()));
    }

    void add(String id, String key, String machine) {
        posts.putIfAbsent(id, new Post(key, machine));
    }

    String keyOf(String id) {
        return posts.containsKey(id) ? posts.get(id).key() : id;
    }

    String machineOf(String id) {
        String machine = posts.containsKey(id) ? posts.get(id).machine() : "quick";
        return Machines.FIRST.containsKey(machine) ? machine : "quick";
    }

    String anyState(String machine) {
        Machine known = Machines.FIRST.getOrDefault(machine, Machines.FIRST.get("quick"));
        List<String> states = known.axes().values().stream()
                .flatMap(axis -> axis.states().stream())
                .toList();
        return world.pick(states);
    }

    /** Where an axis may well go from here. */
    String likelyState(String id, String axis) {
        Item item = find(id);
        AxisState at = item == null ? null : item.axes().get(axis);
        Axis def = at == null ? null : Machines.FIRST.get(item.machine()).axes().get(axis);
        List<String> edges = def == null ? List.of() : def.edges().getOrDefault(at.state(), List.of());
        return world.maybe(edges).orElseGet(() -> anyState(machineOf(id)));
    }

    /** A token that is nearly right: its epoch or its claim id, but not both. */
    Token anyToken(String id, String axis) {
        Item item = find(id);
        AxisState at = item == null ? null : item.axes().get(axis);
        if (at == null) {
            return new Token(1, "forged");
        }
        boolean right = at.lease() != null && world.random().nextBoolean();
        long off = right ? world.random().nextInt(2) * 2 - 1 : world.random().nextInt(3) - 1;
        return new Token(at.epoch() + off, right ? at.lease().claimId() : world.id("forged"));
    }

    private Item find(String id) {
        Item item = world.rows(world.partitionOf(keyOf(id))).get(Item.key(World.TENANT, id));
        return item != null && Machines.FIRST.containsKey(item.machine()) ? item : null;
    }
}

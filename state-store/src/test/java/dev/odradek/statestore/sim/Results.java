package dev.odradek.statestore.sim;

import dev.odradek.topics.command.ItemCommand;
import dev.odradek.topics.command.ItemCommand.Complete;
import dev.odradek.topics.command.ItemCommand.Fail;
import dev.odradek.topics.command.ItemCommand.Release;
import dev.odradek.topics.command.NewItem;
import dev.odradek.topics.event.Dispatch;
import dev.odradek.topics.format.Json;
import java.util.List;
import java.util.Random;
import tools.jackson.databind.JsonNode;

/** What a worker may say about its work, sensible or not. */
final class Results {
    private final World world;

    Results(World world) {
        this.world = world;
    }

    Complete done(SimWorker.Hold hold, String worker) {
        Dispatch work = hold.dispatch();
        return new Complete(work.itemId(), work.axis(), hold.token(), worker, null, null, List.of(), false);
    }

    Release release(SimWorker.Hold hold, String worker) {
        Dispatch work = hold.dispatch();
        return new Release(work.itemId(), work.axis(), hold.token(), worker);
    }

    ItemCommand any(SimWorker.Hold hold, String worker) {
        Random random = world.random();
        Dispatch work = hold.dispatch();
        int dice = random.nextInt(20);
        if (work.queue().equals("enrich") && dice < 6) {
            return new Complete(work.itemId(), work.axis(), hold.token(), worker, "checking", null, List.of(), true);
        }
        if (dice < 12) {
            return new Complete(
                    work.itemId(), work.axis(), hold.token(), worker, to(hold), patch(), spawn(work), keep(hold));
        }
        if (dice < 14) {
            return new Release(work.itemId(), work.axis(), hold.token(), worker);
        }
        Fail.Kind kind = Fail.Kind.values()[random.nextInt(3)];
        Long after = random.nextInt(4) == 0 ? Long.valueOf(random.nextInt(5000)) : null;
        String error = random.nextInt(10) == 0 ? "e".repeat(2500) : "no luck";
        return new Fail(work.itemId(), work.axis(), hold.token(), worker, kind, error, after);
    }

    private String to(SimWorker.Hold hold) {
        if (hold.kept()) {
            return world.pick(List.of("enriched", "checking", "enriching"));
        }
        return world.random().nextInt(4) == 0
                ? world.posted().anyState(hold.dispatch().machine())
                : null;
    }

    private boolean keep(SimWorker.Hold hold) {
        return world.random().nextInt(hold.kept() ? 2 : 5) == 0;
    }

    private JsonNode patch() {
        return switch (world.random().nextInt(10)) {
            case 0 -> Json.parse("[1]");
            case 1, 2 -> Json.parse("{\"result\":" + world.random().nextInt(100) + ",\"n\":null}");
            default -> null;
        };
    }

    private List<NewItem> spawn(Dispatch work) {
        Random random = world.random();
        if (random.nextInt(5) > 0 || !world.posted().mayAdd()) {
            return List.of();
        }
        String id = random.nextInt(4) == 0
                ? world.posted().anyItem()
                : world.posted().newItem();
        String key = random.nextInt(3) == 0 ? id : null;
        String machine = random.nextInt(10) == 0 ? "nothing" : world.pick(Machines.NAMES);
        int version = random.nextInt(8) == 0 ? 1 + random.nextInt(3) : 0;
        NewItem child = new NewItem(id, machine, version, key, Json.parse("{\"n\":1}"), random.nextInt(3) * 700L);
        world.posted().add(id, key == null ? work.partitionKey() : key, machine);
        return random.nextInt(6) == 0 ? List.of(child, child) : List.of(child);
    }
}

package dev.odradek.statestore.sim;

import dev.odradek.statestore.partition.Core;
import dev.odradek.topics.command.Asker;
import dev.odradek.topics.command.Command;
import dev.odradek.topics.command.CommandRecord;
import dev.odradek.topics.command.ItemCommand;
import dev.odradek.topics.command.NewItem;
import dev.odradek.topics.command.PartitionCommand;
import dev.odradek.topics.command.QueueCommand;
import dev.odradek.topics.command.ScheduleCommand;
import dev.odradek.topics.command.Token;
import dev.odradek.topics.format.Json;
import dev.odradek.topics.route.Routing;
import java.util.List;
import java.util.Random;
import tools.jackson.databind.JsonNode;

/** Producers, operators and strangers: everybody who is no worker. */
final class Outsiders {
    private static final int NEVER_DEFINED = 99;
    private static final List<String> SCHEDULES = List.of("minutely", "often", "nightly", "leap");
    private static final List<String> CRONS = List.of("* * * * *", "*/5 * * * *", "0 * * * *", "@daily", "0 0 29 2 *");

    private final World world;
    private int variant;

    Outsiders(World world) {
        this.world = world;
    }

    /** Most worlds know all that is new from the start, some hear of it partition by partition, or never. */
    void defineAll() {
        Machines.NAMES.forEach(machine -> define(machine, 0));
        if (world.random().nextInt(3) > 0) {
            everywhere(new PartitionCommand.Level(Core.NEWEST_LEVEL));
        }
    }

    void act() {
        switch (world.random().nextInt(25)) {
            case 0, 1, 2, 3, 4, 5 -> post();
            case 6, 7, 8, 9 -> transition();
            case 10 -> item(id -> new ItemCommand.Patch(id, patch()));
            case 11 -> item(id -> new ItemCommand.Cancel(id, world.random().nextBoolean() ? "enough" : null));
            case 12, 13, 14 -> item(id -> new ItemCommand.Requeue(id, axis(id)));
            case 15, 16 -> pauseOrResume();
            case 17 -> redefine();
            case 18 -> level();
            case 19, 20, 21 -> schedule();
            default -> forge();
        }
    }

    /** More items for a version nobody will define than are kept waiting for it. */
    void crowd() {
        int partition = Routing.partition(World.TENANT, "crowd", world.partitions());
        for (int i = 0; i < 1003; i++) {
            NewItem item = new NewItem("crowd" + i, "quick", NEVER_DEFINED, "crowd", Json.parse("{}"), 0);
            world.append(record("crowd", new ItemCommand.Create(item, null)), partition);
        }
    }

    void resumeAll() {
        Machines.QUEUES.forEach(queue -> everywhere(new QueueCommand.Resume(queue)));
    }

    /** Nothing comes to rest while schedules fire. */
    void dropSchedules() {
        SCHEDULES.forEach(name -> schedule(new ScheduleCommand.DropSchedule(name), false));
    }

    private void post() {
        if (!world.posted().mayAdd()) {
            return;
        }
        Random random = world.random();
        boolean again = random.nextInt(8) == 0;
        String id = again ? world.posted().anyItem() : world.posted().newItem();
        String machine = again ? world.posted().machineOf(id) : world.pick(Machines.NAMES);
        String key = again ? world.posted().keyOf(id) : random.nextInt(3) == 0 ? "key" + random.nextInt(3) : id;
        if (random.nextInt(25) == 0) {
            machine = "nothing";
        }
        JsonNode payload = Json.parse(random.nextInt(20) == 0 ? "{\"n\":2.50}" : "{\"n\":1}");
        long delay = random.nextInt(5) == 0 ? random.nextInt(8000) : 0;
        NewItem item = new NewItem(id, machine, version(), key, payload, delay);
        world.posted().add(id, key, machine);
        CommandRecord record = record(key, new ItemCommand.Create(item, null));
        if (random.nextInt(20) == 0) {
            world.count(Fault.COMMAND_MISROUTED);
            world.send(record, random.nextInt(world.partitions()), true);
        } else {
            world.send(record, true);
        }
    }

    private int version() {
        return switch (world.random().nextInt(10)) {
            case 0 -> 1 + world.random().nextInt(4);
            case 1 -> variant + 1;
            default -> 0;
        };
    }

    private void transition() {
        Random random = world.random();
        item(id -> {
            String axis = axis(id);
            String to = random.nextInt(4) == 0
                    ? world.posted().anyState(world.posted().machineOf(id))
                    : world.posted().likelyState(id, axis);
            JsonNode patch = random.nextInt(5) == 0 ? patch() : null;
            return new ItemCommand.Transition(id, axis, to, patch);
        });
    }

    private void pauseOrResume() {
        String queue = world.pick(Machines.QUEUES);
        everywhere(
                world.random().nextBoolean()
                        ? new QueueCommand.Pause(queue, "maintenance")
                        : new QueueCommand.Resume(queue));
    }

    private void redefine() {
        Random random = world.random();
        String machine = world.pick(Machines.NAMES);
        if (random.nextInt(4) == 0) {
            send(home(machine), new PartitionCommand.Define(machine, Machines.bad(machine, random.nextInt(3))));
        } else if (random.nextInt(6) == 0) {
            world.count(Fault.COMMAND_MISROUTED);
            int elsewhere = (home(machine) + 1) % world.partitions();
            send(elsewhere, new PartitionCommand.Define(machine, Machines.variant(machine, variant)));
        } else {
            variant = random.nextInt(3) == 0 ? variant : variant + 1;
            define(machine, variant);
        }
    }

    private void define(String machine, int which) {
        send(home(machine), new PartitionCommand.Define(machine, Machines.variant(machine, which)));
    }

    private void level() {
        if (world.random().nextBoolean()) {
            return;
        }
        world.count(Fault.LEVEL_APART);
        send(
                world.random().nextInt(world.partitions()),
                new PartitionCommand.Level(1 + world.random().nextInt(Core.NEWEST_LEVEL)));
    }

    private void schedule() {
        Random random = world.random();
        String name = world.pick(SCHEDULES);
        schedule(
                switch (random.nextInt(8)) {
                    case 0, 1 -> new ScheduleCommand.DropSchedule(name);
                    case 2 ->
                        new ScheduleCommand.FireSchedule(name, (world.clock() / 60_000 + random.nextInt(2)) * 60_000);
                    default -> {
                        String cron = random.nextInt(10) == 0 ? "0 0 31 2 *" : world.pick(CRONS);
                        String machine = random.nextInt(12) == 0 ? "nothing" : world.pick(Machines.NAMES);
                        JsonNode payload = Json.parse(random.nextBoolean() ? "{\"n\":1}" : "{\"n\":2}");
                        String key = random.nextInt(3) == 0 ? "key" + random.nextInt(3) : null;
                        yield new ScheduleCommand.PutSchedule(name, cron, machine, payload, key);
                    }
                },
                true);
    }

    private void schedule(ScheduleCommand command, boolean mayBeLost) {
        CommandRecord record = record(command.key(), command);
        if (mayBeLost && world.random().nextInt(20) == 0) {
            world.count(Fault.COMMAND_MISROUTED);
            world.send(record, world.random().nextInt(world.partitions()), true);
        } else {
            world.send(record, mayBeLost);
        }
    }

    /** Commands of somebody who does not know, or pretends. */
    private void forge() {
        Random random = world.random();
        item(id -> {
            String known = random.nextInt(6) == 0 ? "stranger" : id;
            String axis = random.nextInt(8) == 0 ? "nowhere" : axis(id);
            Token token = world.posted().anyToken(id, axis);
            world.count(Fault.FORGED_TOKEN);
            return switch (random.nextInt(7)) {
                case 0 -> new ItemCommand.Claim(known, axis, token.epoch(), "forger", token.claimId());
                case 1 -> new ItemCommand.Complete(known, axis, token, "forger", null, null, List.of(), false);
                case 2 -> new ItemCommand.Fail(known, axis, token, "forger", ItemCommand.Fail.Kind.GIVE_UP, "", null);
                case 3 -> new ItemCommand.Release(known, axis, token, "forger");
                case 4 -> new ItemCommand.Expire(known, axis, token.epoch());
                case 5 -> new ItemCommand.Wake(known, axis, token.epoch());
                default -> new ItemCommand.Redispatch(known, axis, token.epoch());
            };
        });
    }

    private void item(java.util.function.Function<String, ItemCommand> wish) {
        if (world.posted().isAny()) {
            String id = world.posted().anyItem();
            world.send(record(world.posted().keyOf(id), wish.apply(id)), true);
        }
    }

    private String axis(String id) {
        return world.posted().machineOf(id).equals("issues") && world.random().nextBoolean() ? "sync" : "status";
    }

    private JsonNode patch() {
        return Json.parse(world.random().nextInt(5) == 0 ? "\"text\"" : "{\"status\":\"done\",\"seen\":true}");
    }

    private void everywhere(Command command) {
        CommandRecord record = record("queue", command);
        for (int p = 0; p < world.partitions(); p++) {
            world.send(record, p, false);
        }
    }

    private void send(int partition, PartitionCommand command) {
        world.send(record("partition", command), partition, false);
    }

    private int home(String machine) {
        return Routing.home(World.TENANT, machine, world.partitions());
    }

    private CommandRecord record(String key, Command command) {
        CommandRecord record = CommandRecord.of(World.TENANT, world.id("wish"), key, command);
        return world.random().nextInt(3) == 0 ? record.askedBy(new Asker(99, "operator", true)) : record;
    }
}

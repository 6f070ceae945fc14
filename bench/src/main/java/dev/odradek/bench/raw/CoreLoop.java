package dev.odradek.bench.raw;

import dev.odradek.statestore.core.Decision;
import dev.odradek.statestore.core.Input;
import dev.odradek.statestore.partition.Core;
import dev.odradek.topics.command.Command;
import dev.odradek.topics.command.CommandRecord;
import dev.odradek.topics.command.ItemCommand.Claim;
import dev.odradek.topics.command.ItemCommand.Complete;
import dev.odradek.topics.command.ItemCommand.Create;
import dev.odradek.topics.command.NewItem;
import dev.odradek.topics.command.PartitionCommand.Adopt;
import dev.odradek.topics.command.Token;
import dev.odradek.topics.event.Event;
import dev.odradek.topics.format.Formats;
import dev.odradek.topics.format.Json;
import dev.odradek.topics.machine.MachineYaml;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The core alone, in one thread: commands are read, decided, and their rows stored; nothing is sent. */
final class CoreLoop {
    private static final String TENANT = "default";
    private static final String AXIS = "status";
    private static final String WORKER = "worker";
    private static final int STAGES = 3;
    /** How many items are under way at once. */
    private static final int GROUP = 1_000;
    /** How many are decided between two commits: so many come in 100 ms where 50,000 come in a second. */
    private static final int COMMIT = 5_000;

    private static final String MACHINE = """
            machine: three
            axes:
              status:
                initial: a
                states: [a, in_one, b, in_two, c, in_three, done, failed]
                terminal: [done, failed]
                claims:
                  - {queue: one, from: a, into: in_one, done: b}
                  - {queue: two, from: b, into: in_two, done: c}
                  - {queue: three, from: c, into: in_three, done: done}
            """;

    private final Core core = new Core(1);
    private final RocksRows rows;
    private long offset;
    private int named;
    private int sent;

    private CoreLoop(RocksRows rows) {
        this.rows = rows;
    }

    public static void main(String[] args) throws Exception {
        int items = Integer.parseInt(args[1]);
        try (RocksRows rows = new RocksRows(Path.of(args[0]))) {
            CoreLoop loop = new CoreLoop(rows);
            loop.decide(loop.bytes("define", new Adopt("three", 1, MachineYaml.parse(MACHINE))));
            Warm.print(Duration.parse(args[2]), () -> loop.round(items));
        }
    }

    private double round(int items) {
        List<byte[]> commands = new ArrayList<>();
        for (int i = 0; i < items; i += GROUP) {
            commands.addAll(group());
        }
        long start = System.nanoTime();
        for (int i = 0; i < commands.size(); i++) {
            decide(commands.get(i));
            if (i % COMMIT == COMMIT - 1) {
                rows.commit();
            }
        }
        return commands.size() / ((System.nanoTime() - start) / 1e9);
    }

    /** Creates a group of items, then claims and completes them stage by stage. */
    private List<byte[]> group() {
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < GROUP; i++) {
            ids.add("item-" + named++);
        }
        List<byte[]> commands = new ArrayList<>();
        ids.forEach(id -> commands.add(bytes(id, new Create(NewItem.of(id, "three", Json.parse("{\"n\":1}")), null))));
        for (int stage = 1; stage <= STAGES; stage++) {
            long epoch = stage;
            ids.forEach(id -> commands.add(bytes(id, new Claim(id, AXIS, epoch, WORKER, "claim-" + id + epoch))));
            ids.forEach(id -> commands.add(bytes(
                    id,
                    new Complete(
                            id, AXIS, new Token(epoch, "claim-" + id + epoch), WORKER, null, null, List.of(), false))));
        }
        return commands;
    }

    private void decide(byte[] bytes) {
        CommandRecord record = Formats.COMMANDS.read(bytes);
        Decision decision = core.decide(rows, new Input(0, offset++, 1_000_000 + offset, record));
        rows.apply(decision.rows());
        if (decision.facts().get(0).event() instanceof Event.Refused refused) {
            throw new IllegalStateException("a command of the loop was refused: " + record + " " + refused);
        }
    }

    private byte[] bytes(String key, Command command) {
        return Formats.COMMANDS.write(CommandRecord.of(TENANT, "command-" + sent++, key, command));
    }
}

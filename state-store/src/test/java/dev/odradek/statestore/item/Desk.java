package dev.odradek.statestore.item;

import dev.odradek.statestore.core.Decision;
import dev.odradek.statestore.core.Effect;
import dev.odradek.statestore.core.Input;
import dev.odradek.statestore.core.Key;
import dev.odradek.statestore.core.KnownMachine;
import dev.odradek.statestore.core.Rows;
import dev.odradek.statestore.partition.Core;
import dev.odradek.statestore.partition.PartitionHistory;
import dev.odradek.topics.command.Asker;
import dev.odradek.topics.command.Command;
import dev.odradek.topics.command.CommandRecord;
import dev.odradek.topics.command.ItemCommand;
import dev.odradek.topics.command.ItemCommand.Claim;
import dev.odradek.topics.command.ItemCommand.Create;
import dev.odradek.topics.command.NewItem;
import dev.odradek.topics.command.PartitionCommand.Define;
import dev.odradek.topics.event.Answer;
import dev.odradek.topics.event.AxisState;
import dev.odradek.topics.event.Cause;
import dev.odradek.topics.event.Event;
import dev.odradek.topics.event.EventRecord;
import dev.odradek.topics.event.Refusal;
import dev.odradek.topics.event.Wakeup;
import dev.odradek.topics.format.Json;
import dev.odradek.topics.machine.Machine;
import dev.odradek.topics.machine.MachineYaml;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** A core with its rows and its clock at hand: tell it a command, and look at what became of things. */
public final class Desk implements Rows {
    public static final String TENANT = "acme";
    public static final Asker ASKER = new Asker(3, "asker", true);

    private final Core core;
    private final int partition;
    private final SortedMap<String, Object> rows = new TreeMap<>();
    private long now = 1_000;
    private long offset;

    public Desk(int partition, int partitions) {
        this.core = new Core(partitions);
        this.partition = partition;
    }

    /** A desk of one partition that knows these machines. */
    public static Desk with(JsonNode... machines) {
        Desk desk = new Desk(0, 1);
        for (JsonNode machine : machines) {
            desk.tell(new Define(machine.get("machine").asString(), machine));
        }
        return desk;
    }

    /** One of the machines of system A, as they are written down once for all modules. */
    public static JsonNode systemA(String name) {
        try {
            return MachineYaml.parse(
                    Files.readString(Path.of("../topics/src/test/resources/machines", name + ".yaml")));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public Decision tell(Command command) {
        return tell(CommandRecord.of(TENANT, "c" + offset, "key", command).askedBy(ASKER));
    }

    public Decision tell(CommandRecord record) {
        Decision decision = core.decide(this, new Input(partition, offset++, now, record));
        decision.rows().forEach(this::set);
        return decision;
    }

    /** Rows made by hand, by a fact nobody decided: an axis that stands in {@code state}. */
    public String placed(String machine, String axis, String state) {
        String id = machine + "-" + axis + "-" + state + "-" + offset++;
        Machine def = machine(machine);
        TreeMap<String, AxisState> axes = new TreeMap<>();
        def.axes().forEach((name, each) -> {
            String at = name.equals(axis) ? state : each.initial();
            Wakeup wakeup = each.isTerminal(at)
                    ? new Wakeup.Ended()
                    : each.claimFrom(at)
                            .<Wakeup>map(rule ->
                                    new Wakeup.Dispatched(rule.queue(), dev.odradek.topics.event.Lane.NORMAL, now))
                            .orElseGet(Wakeup.Outside::new);
            axes.put(name, new AxisState(at, null, 1, 0, wakeup, null, null, null));
        });
        Event made = new Event.Created(machine, 1, "key", null, Json.parse("{}"), axes);
        new PartitionHistory().evolve(this, new EventRecord(1, TENANT, id, new Cause(0, 0, 0), "by-hand", now, made));
        return id;
    }

    public Desk at(long time) {
        now = time;
        return this;
    }

    public long now() {
        return now;
    }

    public String post(String id, String machine) {
        tell(new Create(NewItem.of(id, machine, Json.parse("{\"n\":1}")), null));
        return id;
    }

    /** Claims under the current epoch, as worker {@code w}, with the claim id {@code c-epoch}. */
    public Decision claim(String id, String axis) {
        long epoch = axis(id, axis).epoch();
        return tell(new Claim(id, axis, epoch, "w", "c-" + epoch));
    }

    public Item item(String id) {
        return get(Item.key(TENANT, id));
    }

    public AxisState axis(String id, String axis) {
        return item(id).axes().get(axis);
    }

    public JsonNode payload(String id) {
        return Payload.of(this, TENANT, item(id)).body();
    }

    public Machine machine(String name) {
        return get(KnownMachine.key(TENANT, name, 1)).machine();
    }

    /** All rows but the clock: what a command that changes nothing must leave as it was. */
    public Map<String, Object> rows() {
        SortedMap<String, Object> all = new TreeMap<>(rows);
        all.remove("meta");
        return all;
    }

    public static Optional<Refusal> refusal(Decision decision) {
        return decision.facts().stream()
                .filter(fact -> fact.event() instanceof Event.Refused)
                .map(fact -> ((Event.Refused) fact.event()).reason())
                .findFirst();
    }

    public static List<Event.Moved> moves(Decision decision) {
        return decision.facts().stream()
                .filter(fact -> fact.event() instanceof Event.Moved)
                .map(fact -> (Event.Moved) fact.event())
                .toList();
    }

    public static List<Effect.Offer> offers(Decision decision) {
        return decision.effects().stream()
                .filter(Effect.Offer.class::isInstance)
                .map(Effect.Offer.class::cast)
                .toList();
    }

    public static List<Answer> answers(Decision decision) {
        return decision.effects().stream()
                .filter(Effect.Reply.class::isInstance)
                .map(effect -> ((Effect.Reply) effect).answer())
                .toList();
    }

    /** What the decision leaves in a timer slot; absent if it touches it not, or clears it. */
    public static Optional<ItemCommand> timer(Decision decision, String slot) {
        return decision.effects().stream()
                .filter(effect ->
                        effect instanceof Effect.SetTimer set && set.slot().equals(slot))
                .map(effect -> (ItemCommand)
                        ((Effect.SetTimer) effect).timer().command().command())
                .findFirst();
    }

    @Override
    public <T> @Nullable T get(Key<T> key) {
        return key.type().cast(rows.get(key.text()));
    }

    @Override
    public <T> void put(Key<T> key, T row) {
        set(key, row);
    }

    @Override
    public void delete(Key<?> key) {
        set(key, null);
    }

    private void set(Key<?> key, @Nullable Object row) {
        if (row == null) {
            rows.remove(key.text());
        } else {
            rows.put(key.text(), row);
        }
    }
}

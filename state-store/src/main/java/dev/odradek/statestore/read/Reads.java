package dev.odradek.statestore.read;

import dev.odradek.statestore.core.Key;
import dev.odradek.statestore.core.KnownMachine;
import dev.odradek.statestore.core.Meta;
import dev.odradek.statestore.core.Newest;
import dev.odradek.statestore.item.Item;
import dev.odradek.statestore.item.Payload;
import dev.odradek.statestore.item.Queue;
import dev.odradek.statestore.schedule.Schedule;
import dev.odradek.statestore.stream.StateStoreTopology;
import dev.odradek.topics.TopicPlan;
import dev.odradek.topics.format.Json;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.StoreQueryParameters;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.QueryableStoreTypes;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Reads the rows of this instance's partitions as they are now, before the read model has heard of them.
 */
public final class Reads {
    private final KafkaStreams streams;
    private final TopicPlan plan;
    private final Alarms alarms;
    private final long since;

    /** @param since when this instance began to read */
    public Reads(KafkaStreams streams, TopicPlan plan, Alarms alarms, long since) {
        this.streams = streams;
        this.plan = plan;
        this.alarms = alarms;
        this.since = since;
    }

    /** The same reads; what is said of timers and leases is what {@code known} says. */
    public Reads with(Alarms known) {
        return new Reads(streams, plan, known, since);
    }

    /** A new look at everything this instance has. */
    public CheckPass check() {
        return new CheckPass(new Standings(streams, plan, since), alarms);
    }

    public TopicPlan plan() {
        return plan;
    }

    /**
     * All rows of a partition, in no order; whoever takes hours over them keeps nothing open meanwhile. Absent: another
     * instance has it, or it moves.
     */
    public Optional<KeyValueIterator<String, byte[]>> rows(int partition) {
        return store(partition).map(ReadOnlyKeyValueStore::all);
    }

    /** Whether every partition is here, so that what is not found here is nowhere. */
    public boolean isWhole() {
        return IntStream.range(0, plan.partitions())
                .allMatch(partition -> store(partition).isPresent());
    }

    /** The level at which a partition decides; while another instance has it, or it moves, the lowest there is. */
    public int level(int partition) {
        try {
            byte[] bytes =
                    store(partition).map(rows -> rows.get(Meta.KEY.text())).orElse(null);
            return bytes == null
                    ? Meta.FIRST.level()
                    : Json.readRow(bytes, Meta.class).level();
        } catch (InvalidStateStoreException moving) {
            return Meta.FIRST.level();
        }
    }

    public Optional<ItemView> item(String tenant, String id) {
        Item item = get(Item.key(tenant, id));
        if (item == null) {
            return Optional.empty();
        }
        return views()
                .of(tenant, List.of(new Views.Seen(item, payload(tenant, item))), queue -> isPaused(tenant, queue))
                .stream()
                .findFirst();
    }

    /** Asked for while the store goes on: a large payload may have become small, or gone, since the item was read. */
    private JsonNode payload(String tenant, Item item) {
        Payload large = item.payload() == null ? get(Payload.key(tenant, item.id())) : null;
        JsonNode body = large == null ? item.payload() : large.body();
        return body == null ? Json.mapper().createObjectNode() : body;
    }

    /** How items are shown, with the timers that this instance knows of. */
    public Views views() {
        return new Views(alarms, plan.partitions());
    }

    /** One sentence per axis. */
    public Optional<String> why(String tenant, String id) {
        return item(tenant, id)
                .map(item -> item.axes().entrySet().stream()
                        .map(axis -> axis.getKey() + " " + axis.getValue().wakeup() + ".")
                        .collect(Collectors.joining("\n")));
    }

    public List<MachineView> machines(String tenant) {
        SortedMap<String, MachineView> machines = new TreeMap<>();
        String prefix = Newest.prefix(tenant);
        walk(prefix, Newest.class, (key, newest) -> {
            String name = key.substring(prefix.length());
            MachineView known = machines.get(name);
            if (known == null || known.version() < newest.version()) {
                KnownMachine machine = get(KnownMachine.key(tenant, name, newest.version()));
                if (machine != null) {
                    machines.put(name, new MachineView(name, newest.version(), machine.definition()));
                }
            }
        });
        return List.copyOf(machines.values());
    }

    /** The schedules, in the order of their names. */
    public List<ScheduleView> schedules(String tenant) {
        SortedMap<String, ScheduleView> schedules = new TreeMap<>();
        walk(
                Schedule.prefix(tenant),
                Schedule.class,
                (key, each) -> schedules.put(
                        each.name(), new ScheduleView(each.name(), each.cron(), each.machine(), each.nextAt())));
        return List.copyOf(schedules.values());
    }

    /** A queue is paused by every partition; here the first that says so counts. */
    private boolean isPaused(String tenant, String queue) {
        Queue row = get(Queue.key(tenant, queue));
        return row != null && row.paused();
    }

    private <T> @Nullable T get(Key<T> key) {
        byte[] bytes = store().get(key.text());
        return bytes == null ? null : Json.readRow(bytes, key.type());
    }

    private <T> void walk(String prefix, Class<T> type, BiConsumer<String, T> visitor) {
        try (KeyValueIterator<String, byte[]> rows = scan(prefix)) {
            while (rows.hasNext()) {
                KeyValue<String, byte[]> row = rows.next();
                visitor.accept(row.key, Json.readRow(row.value, type));
            }
        }
    }

    private KeyValueIterator<String, byte[]> scan(String prefix) {
        return store().prefixScan(prefix, new StringSerializer());
    }

    /** The rows of one partition; absent: another instance has it, or it moves. */
    private Optional<ReadOnlyKeyValueStore<String, byte[]>> store(int partition) {
        try {
            return Optional.of(streams.store(StoreQueryParameters.fromNameAndType(
                            StateStoreTopology.ROWS, QueryableStoreTypes.<String, byte[]>keyValueStore())
                    .withPartition(partition)));
        } catch (InvalidStateStoreException elsewhereOrMoving) {
            return Optional.empty();
        }
    }

    private ReadOnlyKeyValueStore<String, byte[]> store() {
        return streams.store(
                StoreQueryParameters.fromNameAndType(StateStoreTopology.ROWS, QueryableStoreTypes.keyValueStore()));
    }
}

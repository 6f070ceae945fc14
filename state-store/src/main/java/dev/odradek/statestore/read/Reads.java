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
import dev.odradek.topics.event.AxisState;
import dev.odradek.topics.event.Wakeup;
import dev.odradek.topics.format.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.StoreQueryParameters;
import org.apache.kafka.streams.errors.InvalidStateStorePartitionException;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.QueryableStoreTypes;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;
import org.jspecify.annotations.Nullable;

/**
 * Reads the rows of this instance's partitions as they are now.
 *
 * <p>Lists walk the rows: they serve a standalone until the read model does.
 */
public final class Reads {
    private final KafkaStreams streams;
    private final TopicPlan plan;
    private final Alarms alarms;

    public Reads(KafkaStreams streams, TopicPlan plan, Alarms alarms) {
        this.streams = streams;
        this.plan = plan;
        this.alarms = alarms;
    }

    /** The same reads; what is said of timers and leases is what {@code known} says. */
    public Reads with(Alarms known) {
        return new Reads(streams, plan, known);
    }

    /** A new look at everything this instance has. */
    public CheckPass check() {
        return new CheckPass(new Standings(streams, plan), alarms);
    }

    public TopicPlan plan() {
        return plan;
    }

    /** The level at which a partition decides, as far as this instance has it. */
    public int level(int partition) {
        try {
            byte[] bytes = streams.store(StoreQueryParameters.<ReadOnlyKeyValueStore<String, byte[]>>fromNameAndType(
                                    StateStoreTopology.ROWS, QueryableStoreTypes.keyValueStore())
                            .withPartition(partition))
                    .get(Meta.KEY.text());
            return bytes == null
                    ? Meta.FIRST.level()
                    : Json.mapper().readValue(bytes, Meta.class).level();
        } catch (InvalidStateStorePartitionException elsewhere) {
            return Meta.FIRST.level();
        }
    }

    public Optional<ItemView> item(String tenant, String id) {
        Item item = get(Item.key(tenant, id));
        return item == null
                ? Optional.empty()
                : views(tenant, List.of(item)).stream().findFirst();
    }

    /** The items that match, in the order of their ids. */
    public List<ItemView> items(ItemQuery query) {
        List<Item> found = new ArrayList<>();
        try (KeyValueIterator<String, byte[]> rows = scan(Item.prefix(query.tenant()))) {
            while (rows.hasNext() && found.size() < query.limit()) {
                Item item = Json.mapper().readValue(rows.next().value, Item.class);
                if (matches(query, item)) {
                    found.add(item);
                }
            }
        }
        return views(query.tenant(), found);
    }

    /** One sentence per axis. */
    public Optional<String> why(String tenant, String id) {
        return item(tenant, id)
                .map(item -> item.axes().entrySet().stream()
                        .map(axis -> axis.getKey() + " " + axis.getValue().wakeup() + ".")
                        .collect(Collectors.joining("\n")));
    }

    public List<QueueView> queues(String tenant) {
        SortedMap<String, QueueView> queues = new TreeMap<>();
        machines(tenant).stream()
                .flatMap(machine -> new KnownMachine(machine.definition()).machine().claims().stream())
                .forEach(rule -> queues.put(rule.queue(), empty(tenant, rule.queue())));
        walk(
                Item.prefix(tenant),
                Item.class,
                (key, item) -> item.axes().values().forEach(axis -> {
                    String queue = queue(axis);
                    if (queue != null) {
                        QueueView before = queues.getOrDefault(queue, empty(tenant, queue));
                        queues.put(queue, count(before, axis));
                    }
                }));
        return List.copyOf(queues.values());
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

    private List<ItemView> views(String tenant, List<Item> items) {
        Timers timers = Timers.of(alarms, plan.partitions(), tenant, items);
        return items.stream().map(item -> view(tenant, item, timers)).toList();
    }

    private ItemView view(String tenant, Item item, Timers timers) {
        Payload payload = get(Payload.key(tenant, item.id()));
        SortedMap<String, AxisView> axes = new TreeMap<>();
        long now = System.currentTimeMillis();
        item.axes()
                .forEach((name, axis) -> axes.put(
                        name,
                        AxisView.of(axis, timers.behind(tenant, item, name), isPaused(tenant, queue(axis)), now)));
        return new ItemView(
                item.id(),
                tenant,
                item.machine(),
                item.version(),
                item.partitionKey(),
                item.parent(),
                payload == null ? Json.mapper().createObjectNode() : payload.body(),
                item.payloadVersion(),
                item.createdAt(),
                item.updatedAt(),
                axes);
    }

    /** A queue is paused by every partition; here the first that says so counts. */
    private boolean isPaused(String tenant, @Nullable String queue) {
        if (queue == null) {
            return false;
        }
        Queue row = get(Queue.key(tenant, queue));
        return row != null && row.paused();
    }

    private QueueView empty(String tenant, String queue) {
        return new QueueView(queue, isPaused(tenant, queue), 0, 0, 0, 0);
    }

    private static QueueView count(QueueView before, AxisState axis) {
        return axis.wakeup().match(new Count(before));
    }

    private static boolean matches(ItemQuery query, Item item) {
        return (query.machine() == null || query.machine().equals(item.machine()))
                && item.axes().values().stream()
                        .anyMatch(axis -> (query.state() == null
                                        || query.state().equals(axis.state()))
                                && (query.queue() == null || query.queue().equals(queue(axis))));
    }

    private static @Nullable String queue(AxisState axis) {
        if (axis.lease() != null) {
            return axis.lease().queue();
        }
        Wakeup wakeup = axis.wakeup();
        if (wakeup instanceof Wakeup.Dispatched offered) {
            return offered.queue();
        }
        if (wakeup instanceof Wakeup.Withheld held) {
            return held.queue();
        }
        if (wakeup instanceof Wakeup.Backoff backoff) {
            return backoff.queue();
        }
        return wakeup instanceof Wakeup.Delay delay ? delay.queue() : null;
    }

    private <T> @Nullable T get(Key<T> key) {
        byte[] bytes = store().get(key.text());
        return bytes == null ? null : Json.mapper().readValue(bytes, key.type());
    }

    private <T> void walk(String prefix, Class<T> type, BiConsumer<String, T> visitor) {
        try (KeyValueIterator<String, byte[]> rows = scan(prefix)) {
            while (rows.hasNext()) {
                KeyValue<String, byte[]> row = rows.next();
                visitor.accept(row.key, Json.mapper().readValue(row.value, type));
            }
        }
    }

    private KeyValueIterator<String, byte[]> scan(String prefix) {
        return store().prefixScan(prefix, new StringSerializer());
    }

    private ReadOnlyKeyValueStore<String, byte[]> store() {
        return streams.store(
                StoreQueryParameters.fromNameAndType(StateStoreTopology.ROWS, QueryableStoreTypes.keyValueStore()));
    }

    /** Which count of a queue an axis adds to. */
    private record Count(QueueView before) implements Wakeup.Cases<QueueView> {
        @Override
        public QueueView dispatched(Wakeup.Dispatched w) {
            return before.plus(1, 0, 0, 0);
        }

        @Override
        public QueueView leased(Wakeup.Leased w) {
            return before.plus(0, 1, 0, 0);
        }

        @Override
        public QueueView withheld(Wakeup.Withheld w) {
            return before.plus(0, 0, 1, 0);
        }

        @Override
        public QueueView backoff(Wakeup.Backoff w) {
            return before.plus(0, 0, 0, 1);
        }

        @Override
        public QueueView delay(Wakeup.Delay w) {
            return before.plus(0, 0, 0, 1);
        }

        @Override
        public QueueView outside(Wakeup.Outside w) {
            return before;
        }

        @Override
        public QueueView ended(Wakeup.Ended w) {
            return before;
        }
    }
}

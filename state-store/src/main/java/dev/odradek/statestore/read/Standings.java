package dev.odradek.statestore.read;

import dev.odradek.statestore.audit.Around;
import dev.odradek.statestore.audit.Overdue;
import dev.odradek.statestore.audit.Standing;
import dev.odradek.statestore.core.Key;
import dev.odradek.statestore.core.KnownMachine;
import dev.odradek.statestore.item.Item;
import dev.odradek.statestore.item.Queue;
import dev.odradek.statestore.item.Waiting;
import dev.odradek.statestore.stream.StateStoreTopology;
import dev.odradek.topics.TopicPlan;
import dev.odradek.topics.event.AxisState;
import dev.odradek.topics.event.Wakeup;
import dev.odradek.topics.format.Json;
import dev.odradek.topics.machine.Axis;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.StoreQueryParameters;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.apache.kafka.streams.errors.InvalidStateStorePartitionException;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.QueryableStoreTypes;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;
import org.jspecify.annotations.Nullable;

/** The axes that have not ended of every item this instance has. */
final class Standings {
    private static final String ITEMS = "item/";

    private final KafkaStreams streams;
    private final TopicPlan plan;
    private final long since;

    /** @param since when this instance began to read: nothing was overlooked by it before */
    Standings(KafkaStreams streams, TopicPlan plan, long since) {
        this.streams = streams;
        this.plan = plan;
        this.since = since;
    }

    /** The partitions this instance decides. */
    List<Integer> partitions() {
        return IntStream.range(0, plan.partitions())
                .filter(partition -> store(partition).isPresent())
                .boxed()
                .toList();
    }

    /** Goes through the items of a partition; through none if it has gone elsewhere. */
    Walk walk(int partition) {
        return store(partition).map(Walk::new).orElseGet(() -> new Walk(null));
    }

    /** The same axes as they stand now, but for those that have ended or are gone. */
    List<Standing> again(int partition, List<Standing> before) {
        return store(partition)
                .map(Beside::new)
                .map(beside -> before.stream()
                        .flatMap(each -> beside.again(each).stream())
                        .toList())
                .orElse(List.of());
    }

    private Optional<ReadOnlyKeyValueStore<String, byte[]>> store(int partition) {
        try {
            return Optional.of(
                    streams.store(StoreQueryParameters.<ReadOnlyKeyValueStore<String, byte[]>>fromNameAndType(
                                    StateStoreTopology.ROWS, QueryableStoreTypes.keyValueStore())
                            .withPartition(partition)));
        } catch (InvalidStateStorePartitionException elsewhere) {
            return Optional.empty();
        }
    }

    /**
     * Some items at a time, in no order: in order, each page would cost a look at every row in memory.
     *
     * <p>One that goes from memory to disk meanwhile may come twice.
     */
    final class Walk implements AutoCloseable {
        private final @Nullable ReadOnlyKeyValueStore<String, byte[]> store;
        private @Nullable KeyValueIterator<String, byte[]> rows;

        private Walk(@Nullable ReadOnlyKeyValueStore<String, byte[]> store) {
            this.store = store;
        }

        /**
         * The axes of the next items; absent: those before were all.
         *
         * @throws InvalidStateStoreException if the partition moves meanwhile: what was seen of it is not all of it
         */
        Optional<List<Standing>> next(int most) {
            if (store == null) {
                return Optional.empty();
            }
            rows = rows == null ? store.all() : rows;
            return rows.hasNext() ? Optional.of(axes(rows, new Beside(store), most)) : Optional.empty();
        }

        private static List<Standing> axes(KeyValueIterator<String, byte[]> rows, Beside beside, int most) {
            List<Standing> axes = new ArrayList<>();
            for (int i = 0; i < most && rows.hasNext(); i++) {
                KeyValue<String, byte[]> row = rows.next();
                if (row.key.startsWith(ITEMS)) {
                    String tenant = row.key.substring(ITEMS.length(), row.key.indexOf('/', ITEMS.length()));
                    Item item = Json.readRow(row.value, Item.class);
                    item.axes()
                            .keySet()
                            .forEach(axis -> beside.standing(tenant, item, axis).ifPresent(axes::add));
                }
            }
            return axes;
        }

        @Override
        public void close() {
            if (rows != null) {
                rows.close();
            }
        }
    }

    /** The rows of one partition; those that many axes of a page share are read once. */
    private final class Beside {
        private final ReadOnlyKeyValueStore<String, byte[]> rows;
        private final Map<String, Optional<?>> known = new HashMap<>();

        Beside(ReadOnlyKeyValueStore<String, byte[]> rows) {
            this.rows = rows;
        }

        Optional<Standing> again(Standing before) {
            return get(Item.key(before.tenant(), before.itemId()))
                    .filter(item -> item.axes().containsKey(before.axis()))
                    .flatMap(item -> standing(before.tenant(), item, before.axis()));
        }

        Optional<Standing> standing(String tenant, Item item, String name) {
            AxisState axis = item.axes().get(name);
            return axis == null || axis.wakeup() instanceof Wakeup.Ended
                    ? Optional.empty()
                    : Optional.of(new Standing(tenant, item.id(), name, axis, around(tenant, item, name, axis)));
        }

        private Around around(String tenant, Item item, String name, AxisState axis) {
            if (axis.wakeup() instanceof Wakeup.Withheld held) {
                Waiting place =
                        get(Waiting.key(tenant, held.queue(), held.seq())).orElse(null);
                Optional<Queue> queue = shared(Queue.key(tenant, held.queue()));
                return new Around(
                        place,
                        queue.map(Queue::paused).orElse(false),
                        queue.map(row -> !row.inFlight().isEmpty()).orElse(false),
                        false);
            }
            if (Overdue.isOverlooked(axis.wakeup(), since, System.currentTimeMillis())) {
                return Around.OVERLOOKED;
            }
            return axis.wakeup() instanceof Wakeup.Outside
                    ? new Around(null, false, false, hasEdge(tenant, item, name, axis.state()))
                    : Around.NOTHING;
        }

        private boolean hasEdge(String tenant, Item item, String name, String state) {
            @Nullable Axis def = shared(KnownMachine.key(tenant, item.machine(), item.version()))
                    .map(known -> known.machine().axes().get(name))
                    .orElse(null);
            return def != null && !def.edges().getOrDefault(state, List.of()).isEmpty();
        }

        private <T> Optional<T> shared(Key<T> key) {
            return known.computeIfAbsent(key.text(), text -> get(key))
                    .map(row -> key.type().cast(row));
        }

        private <T> Optional<T> get(Key<T> key) {
            byte[] bytes = rows.get(key.text());
            return bytes == null ? Optional.empty() : Optional.of(Json.readRow(bytes, key.type()));
        }
    }
}

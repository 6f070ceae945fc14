package dev.odradek.statestore.patrol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.odradek.statestore.item.Desk;
import dev.odradek.statestore.item.Item;
import dev.odradek.topics.command.CommandRecord;
import dev.odradek.topics.command.ItemCommand.Redispatch;
import dev.odradek.topics.command.PartitionCommand.Level;
import dev.odradek.topics.format.Json;
import dev.odradek.topics.machine.MachineYaml;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A patrol")
class PatrolTest {
    private static final long HOUR = Duration.ofHours(1).toMillis();
    private static final int PARTITIONS = 3;

    /** By partition; what is not there is elsewhere. */
    private final Map<Integer, Iterator<KeyValue<String, byte[]>>> rows = new TreeMap<>();

    private final List<CommandRecord> sent = new ArrayList<>();
    private final AtomicLong clock = new AtomicLong();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final Desk desk = desk();

    private static Desk desk() {
        Desk desk = Desk.with(MachineYaml.parse("""
                machine: late
                axes:
                  a: {initial: a, states: [a, b, c], terminal: [c],
                    claims: [{queue: late, from: a, into: b, done: c, on_failure: c, redispatch: 18h}]}
                """));
        desk.tell(new Level(5));
        return desk;
    }

    private KeyValue<String, byte[]> item(String id) {
        desk.post(id, "late");
        return KeyValue.pair(Item.key(Desk.TENANT, id).text(), Json.bytes(desk.item(id)));
    }

    private Patrol patrol(Function<CommandRecord, CompletableFuture<?>> sender) {
        return new Patrol(
                PARTITIONS,
                partition -> Optional.ofNullable(rows.get(partition)).map(Rows::new),
                sender,
                new Patrol.Pace(clock::get, Duration.ofMinutes(10)),
                meters);
    }

    private Patrol patrol() {
        return patrol(again -> {
            sent.add(again);
            return CompletableFuture.completedFuture(null);
        });
    }

    private static void goRound(Patrol patrol) {
        int steps = 0;
        while (patrol.step()) {
            assertThat(++steps).isLessThan(100);
        }
    }

    private List<String> repeated() {
        return sent.stream()
                .map(again -> ((Redispatch) again.command()).itemId())
                .toList();
    }

    @Test
    @DisplayName("has what is overdue repeated, in all partitions that are here")
    void repeats() {
        rows.put(
                0,
                List.of(item("one"), KeyValue.pair("queue/default/late", new byte[] {1}), item("two"))
                        .iterator());
        rows.put(2, List.of(item("three")).iterator());
        clock.set(desk.now() + 19 * HOUR);

        goRound(patrol());

        assertThat(repeated()).containsExactlyInAnyOrder("one", "two", "three");
        assertThat(meters.get("odradek.state.store.patrol.repeats").counter().count())
                .isEqualTo(3);
    }

    @Test
    @DisplayName("lets be what is not due")
    void waits() {
        rows.put(0, List.of(item("one")).iterator());
        clock.set(desk.now() + 17 * HOUR);

        goRound(patrol());

        assertThat(sent).isEmpty();
    }

    @Test
    @DisplayName("looks at a hundred rows in a step")
    void steps() {
        rows.put(0, IntStream.range(0, 2_500).mapToObj(n -> item("i" + n)).iterator());
        clock.set(desk.now() + 19 * HOUR);
        clock.addAndGet(-Math.floorMod(clock.get(), PARTITIONS));
        Patrol patrol = patrol();

        patrol.step();
        assertThat(sent).hasSize(100);
        goRound(patrol);
        assertThat(sent).hasSize(2_500);
    }

    @Test
    @DisplayName("leaves out a partition that moves away meanwhile, and one that cannot be read, and no other")
    void moving() {
        rows.put(0, List.of(item("one")).iterator());
        rows.put(1, failing(new InvalidStateStoreException("moved")));
        rows.put(2, failing(new OutOfMemoryError("none left")));
        clock.set(desk.now() + 19 * HOUR);
        Patrol patrol = patrol();

        goRound(patrol);
        assertThat(repeated()).containsExactly("one");

        rows.put(0, List.of(item("two")).iterator());
        rows.put(1, List.of(item("three")).iterator());
        goRound(patrol);
        assertThat(repeated()).containsExactlyInAnyOrder("one", "two", "three");
    }

    @Test
    @DisplayName("goes on when a wish cannot be written: the next round sees the same")
    void failingSender() {
        Patrol patrol = patrol(again -> {
            sent.add(again);
            return CompletableFuture.failedFuture(new IllegalStateException("no broker"));
        });
        KeyValue<String, byte[]> item = item("one");
        clock.set(desk.now() + 19 * HOUR);

        rows.put(0, List.of(item).iterator());
        goRound(patrol);
        rows.put(0, List.of(item).iterator());
        goRound(patrol);

        assertThat(repeated()).containsExactly("one", "one");
        assertThat(sent.get(0)).isEqualTo(sent.get(1));
    }

    @Test
    @DisplayName("says how long ago a round has ended, with nothing to walk over as well")
    void saysWhen() {
        Patrol patrol = patrol();
        clock.addAndGet(5_000);
        assertThat(age()).isEqualTo(5);

        goRound(patrol);

        assertThat(age()).isZero();
    }

    @Test
    @DisplayName("looks at the rows behind one that it cannot read, and its age goes on growing")
    void unreadable() {
        String key = Item.key(Desk.TENANT, "broken").text();
        rows.put(0, List.of(KeyValue.pair(key, new byte[] {1}), item("one")).iterator());
        clock.set(desk.now() + 19 * HOUR);
        Patrol patrol = patrol();
        clock.addAndGet(5_000);

        goRound(patrol);

        assertThat(repeated()).containsExactly("one");
        assertThat(age()).isEqualTo(5);
        rows.clear();
        goRound(patrol);
        assertThat(age()).isZero();
    }

    private double age() {
        return meters.get("odradek.state.store.patrol.age").gauge().value();
    }

    private static Iterator<KeyValue<String, byte[]>> failing(Throwable failure) {
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return true;
            }

            @Override
            public KeyValue<String, byte[]> next() {
                if (failure instanceof Error error) {
                    throw error;
                }
                throw (RuntimeException) failure;
            }
        };
    }

    /** Rows as a store gives them. */
    private record Rows(Iterator<KeyValue<String, byte[]>> all) implements KeyValueIterator<String, byte[]> {
        @Override
        public boolean hasNext() {
            return all.hasNext();
        }

        @Override
        public KeyValue<String, byte[]> next() {
            return all.next();
        }

        @Override
        public String peekNextKey() {
            throw new UnsupportedOperationException("a patrol does not look ahead");
        }

        @Override
        public void close() {}
    }
}

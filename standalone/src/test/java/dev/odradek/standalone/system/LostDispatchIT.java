package dev.odradek.standalone.system;

import static dev.odradek.standalone.system.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.odradek.runtime.Result;
import dev.odradek.runtime.Worker;
import dev.odradek.statestore.StateStoreService;
import dev.odradek.statestore.patrol.Patrol;
import dev.odradek.topics.event.DispatchRecord;
import dev.odradek.topics.event.Event;
import dev.odradek.topics.event.Lane;
import dev.odradek.topics.event.Wakeup;
import dev.odradek.topics.event.Why;
import dev.odradek.topics.machine.Transport;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayName("Dispatches that are lost")
class LostDispatchIT {
    private static final int PARTITIONS = 2;
    /**
     * Where a consumer group's offsets may jump to: further than the offers made again during the test can reach.
     *
     * <p>A share group's may not: a broker of Kafka 4.3 hands out nothing before the log has grown up to them.
     */
    private static final long BEYOND = 100_000;

    /** Two eager stages; the first is done long before half of the time until a redispatch is over. */
    private static final String CHAIN = """
            machine: chain
            axes:
              status:
                initial: queued
                states: [queued, starting, begun, running, done, failed]
                terminal: [done, failed]
                claims:
                  - {queue: first, from: queued, into: starting, done: begun, mode: eager, redispatch: 8s}
                  - {queue: job, from: begun, into: running, done: done, mode: eager, redispatch: 8s}
            """;

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    Path dir;

    private final List<String> started = new CopyOnWriteArrayList<>();

    @ParameterizedTest(name = "{0}")
    @EnumSource(Transport.class)
    @DisplayName(
            "B30 items whose dispatches are deleted, or jumped over by the group, are dispatched again and done once")
    void dispatchedAgain(Transport transport) throws Exception {
        try (Rig rig = Rig.start(dir, PARTITIONS);
                StateStoreService service = rig.stateStore();
                Admin admin = Admin.create(rig.connection().clientProperties())) {
            rig.define(machine(transport));
            List<String> deleted = rig.post("job", Rig.ids("deleted", 0, 40));
            awaitDispatches(rig, deleted);
            long lost = System.nanoTime();
            truncate(admin, rig);
            doAll(rig, deleted);
            System.out.printf("LostDispatchIT: %s, all done %.1f s after deletion%n", transport, since(lost));

            List<String> jumped = rig.post("job", Rig.ids("jumped", 0, 40));
            awaitDispatches(rig, jumped);
            long left = System.nanoTime();
            eventually(() -> jump(admin, rig, transport));
            doAll(rig, jumped);
            System.out.printf("LostDispatchIT: %s, all done %.1f s after the jump%n", transport, since(left));
            assertThat(service.isRunning()).isTrue();
        }
    }

    @Test
    @DisplayName("an eager step whose next dispatch is deleted is dispatched again by the timer of the offer before it")
    void keptTimer() throws Exception {
        try (Rig rig = Rig.start(dir, PARTITIONS);
                StateStoreService service = rig.stateStore();
                Admin admin = Admin.create(rig.connection().clientProperties())) {
            rig.define(CHAIN);
            List<String> items;
            try (Worker first =
                    rig.worker("first").handle(work -> Result.done()).start()) {
                items = rig.post("chain", Rig.ids("chained", 0, 20));
                awaitDispatches(rig, items);
                assertThat(first.id()).isNotBlank();
            }
            truncate(admin, rig);

            try (Worker worker = worker(rig)) {
                Topics topics = new Topics(rig.connection());
                eventually(() -> assertThat(new Facts(topics.events()).completionsPerItem())
                        .hasSize(items.size())
                        .allSatisfy((item, times) -> assertThat(times).isEqualTo(2)));
                Stream<Wakeup> kept = new Facts(topics.events())
                        .moves(Why.COMPLETED)
                        .map(move -> move.moved().wakeup())
                        .filter(wakeup -> wakeup instanceof Wakeup.Dispatched offer && offer.timerEpoch() != null);
                assertThat(kept).isNotEmpty();
                assertThat(worker.id()).isNotBlank();
            }
            assertThat(service.isRunning()).isTrue();
        }
    }

    @Test
    @DisplayName("of offers without a timer are found by a patrol once they are due, and done once")
    void patrolled() throws Exception {
        AtomicLong clock = new AtomicLong();
        Patrol.Pace pace = new Patrol.Pace(clock::get, Duration.ofMillis(200));
        try (Rig rig = Rig.start(dir, PARTITIONS);
                StateStoreService service = rig.stateStore(pace);
                Admin admin = Admin.create(rig.connection().clientProperties())) {
            rig.define(machine(Transport.PARTITIONED).replace("redispatch: 3s", "redispatch: 18h"));
            List<String> items = rig.post("job", Rig.ids("untimed", 0, 40));
            Topics topics = new Topics(rig.connection());
            eventually(() -> assertThat(dueAt(topics)).hasSameSizeAs(items));
            assertThat(topics.slots()).noneMatch(slot -> slot.contains("untimed"));
            truncate(admin, rig);

            // All of them are due, and none that has been repeated since is so again.
            clock.set(dueAt(topics).stream().mapToLong(Long::longValue).max().orElseThrow());

            doAll(rig, items);
            assertThat(topics.dispatches("job", Lane.NORMAL))
                    .extracting(LostDispatchIT::item)
                    .containsExactlyInAnyOrderElementsOf(items);
            assertThat(service.isRunning()).isTrue();
        }
    }

    /** When those that were created are to be offered again, by committed facts. */
    private static List<Long> dueAt(Topics topics) {
        return topics.events().stream()
                .filter(fact -> fact.event() instanceof Event.Created)
                .map(fact -> ((Event.Created) fact.event()).axes().get("status").wakeup())
                .map(wakeup -> ((Wakeup.Dispatched) wakeup).redispatchAt())
                .toList();
    }

    private void doAll(Rig rig, List<String> items) {
        started.clear();
        Topics topics = new Topics(rig.connection());
        try (Worker worker = worker(rig)) {
            eventually(() -> assertThat(new Facts(topics.events()).completionsPerItem())
                    .containsKeys(items.toArray(String[]::new)));
            assertThat(worker.id()).isNotBlank();
        }
        assertThat(started).containsExactlyInAnyOrderElementsOf(items);
        Facts facts = new Facts(topics.events());
        assertThat(facts.completionsPerItem().values()).containsOnly(1L);
        assertThat(facts.moves(Why.CLAIMED).map(Facts.Move::epoch)).doesNotHaveDuplicates();
        assertThat(facts.moves(Why.EXPIRED)).isEmpty();
    }

    private Worker worker(Rig rig) {
        return rig.worker("job")
                .handle(work -> {
                    started.add(work.itemId());
                    return Result.done();
                })
                .start();
    }

    private static void awaitDispatches(Rig rig, List<String> items) {
        Topics topics = new Topics(rig.connection());
        eventually(() -> assertThat(Stream.of(Lane.values())
                        .flatMap(lane -> topics.dispatches("job", lane).stream())
                        .map(LostDispatchIT::item)
                        .collect(Collectors.toSet()))
                .containsAll(items));
    }

    private static String item(DispatchRecord record) {
        return record.dispatch().itemId();
    }

    private static void truncate(Admin admin, Rig rig) throws Exception {
        Map<TopicPartition, RecordsToDelete> all = new HashMap<>();
        ends(admin, rig).forEach((partition, end) -> all.put(partition, RecordsToDelete.beforeOffset(end)));
        admin.deleteRecords(all).all().get();
    }

    private static void jump(Admin admin, Rig rig, Transport transport) throws Exception {
        String group = rig.connection().plan().group("job");
        if (transport == Transport.SHARED) {
            admin.alterShareGroupOffsets(group, ends(admin, rig)).all().get();
        } else {
            Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
            ends(admin, rig).forEach((partition, end) -> offsets.put(partition, new OffsetAndMetadata(end + BEYOND)));
            admin.alterConsumerGroupOffsets(group, offsets).all().get();
        }
    }

    private static Map<TopicPartition, Long> ends(Admin admin, Rig rig) throws Exception {
        List<String> lanes = Stream.of(Lane.values())
                .map(lane -> rig.connection().plan().work("job", lane))
                .toList();
        Map<TopicPartition, OffsetSpec> latest = new HashMap<>();
        admin.describeTopics(lanes)
                .allTopicNames()
                .get()
                .forEach((topic, described) -> described
                        .partitions()
                        .forEach(each -> latest.put(new TopicPartition(topic, each.partition()), OffsetSpec.latest())));
        Map<TopicPartition, Long> ends = new HashMap<>();
        admin.listOffsets(latest).all().get().forEach((partition, end) -> ends.put(partition, end.offset()));
        return ends;
    }

    private static double since(long nanos) {
        return (System.nanoTime() - nanos) / 1e9;
    }

    private static String machine(Transport transport) {
        return """
                machine: job
                axes:
                  status:
                    initial: queued
                    states: [queued, running, done, failed]
                    terminal: [done, failed]
                    claims:
                      - {queue: job, from: queued, into: running, done: done, redispatch: 3s, transport: %s}
                """.formatted(transport.name().toLowerCase(Locale.ROOT));
    }
}

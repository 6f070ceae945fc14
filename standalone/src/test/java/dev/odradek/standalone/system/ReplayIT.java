package dev.odradek.standalone.system;

import static dev.odradek.standalone.system.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.odradek.runtime.Result;
import dev.odradek.runtime.Work;
import dev.odradek.runtime.Worker;
import dev.odradek.statestore.StateStoreService;
import dev.odradek.statestore.item.Item;
import dev.odradek.statestore.item.Payload;
import dev.odradek.statestore.read.ItemView;
import dev.odradek.topics.command.Command;
import dev.odradek.topics.command.ItemCommand.Cancel;
import dev.odradek.topics.command.ItemCommand.Expire;
import dev.odradek.topics.command.ItemCommand.Patch;
import dev.odradek.topics.command.ItemCommand.Requeue;
import dev.odradek.topics.command.ItemCommand.Transition;
import dev.odradek.topics.command.NewItem;
import dev.odradek.topics.command.QueueCommand.Pause;
import dev.odradek.topics.command.QueueCommand.Resume;
import dev.odradek.topics.event.AxisState;
import dev.odradek.topics.event.Cause;
import dev.odradek.topics.event.DispatchRecord;
import dev.odradek.topics.event.Event;
import dev.odradek.topics.event.EventRecord;
import dev.odradek.topics.event.Lane;
import dev.odradek.topics.event.Wakeup;
import dev.odradek.topics.event.Why;
import dev.odradek.topics.format.Json;
import dev.odradek.topics.route.Conversation;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** After one run in which everything happens that can happen to an item. */
@DisplayName("What events say after a mixed run")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ReplayIT {
    private static final int PARTITIONS = 3;
    private static final List<String> ITEMS = Rig.ids("i", 0, 60);

    private final CountDownLatch letGo = new CountDownLatch(1);
    private Rig rig;
    private StateStoreService service;
    private Topics topics;
    private List<EventRecord> events;

    @BeforeAll
    void mixedRun(@TempDir(cleanup = CleanupMode.ON_SUCCESS) Path dir) {
        rig = Rig.start(dir, PARTITIONS);
        service = rig.stateStore();
        topics = new Topics(rig.connection());
        rig.define(Machines.manifold());
        try (Conversation talk = rig.conversation();
                Worker build =
                        rig.worker("build").concurrency(8).handle(this::build).start();
                Worker check =
                        rig.worker("check").concurrency(4).handle(this::check).start()) {
            rig.post("manifold", ITEMS);
            rig.post("manifold", List.of(ITEMS.get(0)));
            Rig.await(talk.askAll(Rig.TENANT, "build", new Pause("build", "for a while")));
            Rig.await(talk.askAll(Rig.TENANT, "build", new Resume("build")));
            eventually(() -> assertThat(statuses()).containsEntry("running", 2L));
            eventually(() -> assertThat(statuses().keySet()).containsOnly("running", "done", "failed"));
            operate(talk);
            letGo.countDown();
            eventually(() -> assertThat(statuses().keySet()).containsOnly("done", "failed", "cancelled"));
            assertThat(List.of(build.id(), check.id())).doesNotHaveDuplicates();
        } finally {
            letGo.countDown();
        }
        eventually(() -> assertThat(new Facts(topics.events())
                        .moves()
                        .filter(move -> move.moved().wakeup() instanceof Wakeup.Ended)
                        .filter(move -> move.moved().axis().equals("status"))
                        .map(move -> move.fact().entityId()))
                .containsAll(ITEMS));
        events = topics.events();
    }

    @AfterAll
    void stop() {
        service.close();
        rig.close();
    }

    /** By its number an item succeeds, spawns, comes back, gives up, throws, or hangs until let go. */
    private Result build(Work work) throws Exception {
        int number = number(work);
        if (number >= 58) {
            letGo.await();
            return Result.done();
        }
        return switch (number % 6) {
            case 0 -> work.attempt() < 3 ? Result.retry("not yet") : Result.done();
            case 1 -> Result.giveUp("never");
            case 2 -> throw new IllegalStateException("broken");
            case 3 -> {
                work.spawn(new NewItem("child-" + number, "manifold", 0, "far-" + number, Json.parse("{}"), 200));
                yield Result.done();
            }
            case 4 -> Result.done().patch(Map.of("built", number));
            default -> work.attempt() == 1 ? Result.retry("soon").after(java.time.Duration.ZERO) : Result.done();
        };
    }

    private Result check(Work work) {
        return number(work) % 10 == 3 ? Result.retry("flaky").after(java.time.Duration.ZERO) : Result.done();
    }

    private static int number(Work work) {
        String id = work.itemId();
        return id.startsWith("i") ? Integer.parseInt(id.substring(1)) : 4;
    }

    private void operate(Conversation talk) {
        Rig.ask(talk, ITEMS.get(1), new Requeue(ITEMS.get(1), "status"));
        Rig.ask(talk, ITEMS.get(59), new Cancel(ITEMS.get(59), "no longer wanted"));
        Rig.ask(talk, ITEMS.get(58), new Expire(ITEMS.get(58), "status", 1));
        Rig.ask(talk, ITEMS.get(4), new Patch(ITEMS.get(4), Json.parse("{\"seen\":true,\"built\":null}")));
        for (int n = 0; n < 10; n++) {
            String id = ITEMS.get(n);
            Command move = new Transition(id, "review", n % 2 == 0 ? "accepted" : "rejected", null);
            Rig.ask(talk, id, move);
            Rig.ask(talk, id, move);
        }
    }

    @Test
    @DisplayName("X1 every accepted transition is one event with all that X1 asks for, and each follows from the last")
    void complete() {
        List<Facts.Move> moves = new Facts(events).moves().toList();
        assertThat(moves).map(move -> move.moved().why()).containsAll(EnumSet.complementOf(EnumSet.of(Why.RELEASED)));
        Set<String> expected = Set.of("machine", "axis", "from", "to", "epoch", "attempt", "holder");
        for (ConsumerRecord<byte[], byte[]> record :
                topics.read(rig.connection().plan().events())) {
            JsonNode fact = Json.parse(new String(record.value(), StandardCharsets.UTF_8));
            if (fact.get("event").get("type").asString().equals("Moved")) {
                assertThat(fact.propertyNames()).contains("entity_id", "cause", "ts", "command_id");
                Set<String> held = fact.get("event").has("holder") ? expected : without(expected, "holder");
                assertThat(fact.get("event").propertyNames()).containsAll(held);
                assertThat(fact.get("ts").asLong()).isPositive();
            }
        }
        assertThat(events).extracting(EventRecord::cause).doesNotHaveDuplicates();
        Map<String, String> states = new TreeMap<>();
        for (EventRecord fact : events) {
            if (fact.event() instanceof Event.Created created) {
                created.axes().forEach((axis, state) -> states.put(fact.entityId() + "/" + axis, state.state()));
            } else if (fact.event() instanceof Event.Moved moved) {
                assertThat(states.put(fact.entityId() + "/" + moved.axis(), moved.to()))
                        .isEqualTo(moved.from());
            }
        }
    }

    @Test
    @DisplayName("X1 rows rebuilt from events are those of the store, byte for byte, and what reads show")
    void rebuilds() {
        Map<Integer, RebuiltRows> rebuilt = RebuiltRows.from(events);

        for (int p = 0; p < PARTITIONS; p++) {
            int partition = p;
            eventually(() -> assertThat(stored(partition))
                    .isEqualTo(rebuilt.get(partition).asText()));
        }
        List<ItemView> views = views(events);
        assertThat(views).hasSize(ITEMS.size() + 10);
        for (ItemView view : views) {
            RebuiltRows rows = rebuilt.values().stream()
                    .filter(each -> each.get(Item.key(Rig.TENANT, view.id())) != null)
                    .findFirst()
                    .orElseThrow();
            sameAs(view, rows);
        }
    }

    @Test
    @DisplayName("X4 no dispatch without the committed fact that it follows from")
    void dispatchesFollowFacts() {
        Map<String, Set<String>> offered = events.stream()
                .collect(Collectors.groupingBy(
                        fact -> at(fact.cause()), Collectors.flatMapping(ReplayIT::offers, Collectors.toSet())));
        List<DispatchRecord> dispatches = Stream.of("build", "check")
                .flatMap(queue -> Stream.of(Lane.values()).flatMap(lane -> topics.dispatches(queue, lane).stream()))
                .toList();

        assertThat(dispatches).hasSizeGreaterThan(ITEMS.size()).allSatisfy(record -> {
            var dispatch = record.dispatch();
            assertThat(offered.getOrDefault(at(record.cause()), Set.of()))
                    .contains(dispatch.itemId() + "/" + dispatch.axis() + "/" + dispatch.epoch());
        });
        assertThat(dispatches)
                .hasSize(offered.values().stream().mapToInt(Set::size).sum());
    }

    private static Stream<String> offers(EventRecord fact) {
        if (fact.event() instanceof Event.Moved moved && moved.wakeup() instanceof Wakeup.Dispatched) {
            return Stream.of(fact.entityId() + "/" + moved.axis() + "/" + moved.epoch());
        }
        if (fact.event() instanceof Event.Rescheduled again && again.wakeup() instanceof Wakeup.Dispatched) {
            return Stream.of(fact.entityId() + "/" + again.axis() + "/" + again.epoch());
        }
        return fact.event() instanceof Event.Created created
                ? created.axes().entrySet().stream()
                        .filter(axis -> axis.getValue().wakeup() instanceof Wakeup.Dispatched)
                        .map(axis -> fact.entityId() + "/" + axis.getKey() + "/"
                                + axis.getValue().epoch())
                : Stream.of();
    }

    private static String at(Cause cause) {
        return cause.partition() + ":" + cause.offset();
    }

    private static void sameAs(ItemView view, RebuiltRows rows) {
        Item item = rows.get(Item.key(Rig.TENANT, view.id()));
        assertThat(view.payload()).isEqualTo(Payload.of(rows, Rig.TENANT, item).body());
        assertThat(List.of(view.machine(), view.version(), view.partitionKey(), view.createdAt(), view.updatedAt()))
                .isEqualTo(List.of(
                        item.machine(), item.version(), item.partitionKey(), item.createdAt(), item.updatedAt()));
        assertThat(view.parent()).isEqualTo(item.parent());
        assertThat(view.axes().keySet()).isEqualTo(item.axes().keySet());
        view.axes().forEach((name, axis) -> {
            AxisState row = item.axes().get(name);
            assertThat(List.of(axis.status(), axis.epoch(), axis.attempts()))
                    .isEqualTo(List.of(row.state(), row.epoch(), row.attempts()));
            assertThat(axis.lastError()).isEqualTo(row.lastError());
        });
    }

    /** The rows of a partition as its changelog has them. */
    private Map<String, String> stored(int partition) {
        Map<String, String> rows = new TreeMap<>();
        for (ConsumerRecord<byte[], byte[]> row : topics.read("t.state-store-rows-changelog")) {
            if (row.partition() == partition) {
                String key = new String(row.key(), StandardCharsets.UTF_8);
                if (row.value() == null) {
                    rows.remove(key);
                } else {
                    rows.put(key, new String(row.value(), StandardCharsets.UTF_8));
                }
            }
        }
        return rows;
    }

    private Map<String, Long> statuses() {
        return views(topics.events()).stream()
                .collect(Collectors.groupingBy(
                        item -> item.axes().get("status").status(), TreeMap::new, Collectors.counting()));
    }

    private List<ItemView> views(List<EventRecord> facts) {
        return facts.stream()
                .filter(fact -> fact.event() instanceof Event.Created)
                .flatMap(fact -> service.reads().item(fact.tenant(), fact.entityId()).stream())
                .toList();
    }

    private static Set<String> without(Set<String> all, String one) {
        return all.stream().filter(each -> !each.equals(one)).collect(Collectors.toSet());
    }
}

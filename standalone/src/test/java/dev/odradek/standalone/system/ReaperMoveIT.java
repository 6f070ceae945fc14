package dev.odradek.standalone.system;

import static dev.odradek.standalone.system.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.odradek.localcluster.JavaProcess;
import dev.odradek.runtime.Result;
import dev.odradek.runtime.Worker;
import dev.odradek.standalone.demo.Handled;
import dev.odradek.statestore.StateStoreService;
import dev.odradek.topics.event.Lane;
import dev.odradek.topics.event.Why;
import dev.odradek.topics.machine.Transport;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.MemberDescription;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("A reaper that was not there when a worker died")
class ReaperMoveIT {
    private static final int PARTITIONS = 4;
    /** Many more than items: slots that are reserved for what may come are taken by nothing else. */
    private static final int SLOTS = 64;

    private static final Map<String, String> QUICK = Map.of("ODRADEK_REAPER_GRACE", "5s");
    private static final Duration FOR_EVER = Duration.ofHours(1);

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    Path dir;

    /** When each epoch of an item was begun by the worker that lives. */
    private final Map<String, Long> doneAgain = new ConcurrentHashMap<>();

    @Test
    @DisplayName("A57 what a worker held that died while no reaper ran is taken back by one that starts with nothing")
    void startedLater() {
        try (Rig rig = Rig.start(dir, PARTITIONS).withoutReaper();
                StateStoreService service = rig.stateStore();
                LedgerCrew dead = new LedgerCrew(rig, "job", SLOTS, FOR_EVER)) {
            List<String> held;
            try (JavaProcess gone = rig.reaperProcess("gone", QUICK)) {
                held = heldByOne(rig, dead);
                gone.kill();
            }
            dead.kill(1);
            try (Worker living = living(rig)) {
                assertThat(doneAgain).as("nobody is there to take it back").isEmpty();
                long started = System.currentTimeMillis();
                try (JavaProcess reaper = rig.reaperProcess("fresh", QUICK)) {
                    awaitDoneAgain(rig, held);
                    tell("reaper started on a fresh directory after the kill", started);
                    assertThat(reaper.isAlive()).isTrue();
                }
                assertThat(living.id()).isNotBlank();
            }
            assertThat(service.isRunning()).isTrue();
        }
    }

    @Test
    @Tag("full")
    @DisplayName(
            "A57 of two reapers one is killed, then a worker: the other takes back what it held in every partition")
    void takenOver() {
        try (Rig rig = Rig.start(dir, PARTITIONS).withoutReaper();
                StateStoreService service = rig.stateStore();
                JavaProcess first = rig.reaperProcess("first", QUICK);
                JavaProcess second = rig.reaperProcess("second", QUICK);
                LedgerCrew dead = new LedgerCrew(rig, "job", SLOTS, FOR_EVER)) {
            eventually(() -> assertThat(members(rig))
                    .hasSize(2)
                    .allSatisfy(member ->
                            assertThat(member.assignment().topicPartitions()).hasSize(PARTITIONS)));
            List<String> held = heldByOne(rig, dead);
            try (Worker living = living(rig)) {
                long killed = System.currentTimeMillis();
                first.kill();
                dead.kill(1);

                awaitDoneAgain(rig, held);
                tell("one of two reapers killed together with the worker", killed);
                assertThat(living.id()).isNotBlank();
            }
            assertThat(second.isAlive()).isTrue();
            assertThat(service.isRunning()).isTrue();
        }
    }

    /** Items on every partition, all in the hands of one process. */
    private static List<String> heldByOne(Rig rig, LedgerCrew crew) {
        rig.define(Machines.oneStage("job", Transport.SHARED));
        crew.hire(1);
        crew.release(1);
        List<String> items = rig.post("job", Rig.ids("i", 0, 16));
        eventually(() ->
                assertThat(crew.handled().stream().map(Handled::item)).containsExactlyInAnyOrderElementsOf(items));
        Topics topics = new Topics(rig.connection());
        eventually(() -> assertThat(new Facts(topics.events())
                        .moves(Why.CLAIMED)
                        .map(move -> move.fact().cause().partition())
                        .distinct())
                .containsExactlyInAnyOrderElementsOf(
                        IntStream.range(0, PARTITIONS).boxed().toList()));
        return items;
    }

    private Worker living(Rig rig) {
        return rig.worker("job")
                .id("living")
                .handle(work -> {
                    assertThat(doneAgain.put(work.itemId() + "/" + work.token().epoch(), System.currentTimeMillis()))
                            .isNull();
                    return Result.done();
                })
                .start();
    }

    private void awaitDoneAgain(Rig rig, List<String> items) {
        Topics topics = new Topics(rig.connection());
        eventually(() ->
                assertThat(new Facts(topics.events()).completionsPerItem()).containsOnlyKeys(items));
        assertThat(doneAgain.keySet())
                .containsExactlyInAnyOrderElementsOf(
                        items.stream().map(item -> item + "/2").toList());
        Facts facts = new Facts(topics.events());
        assertThat(facts.moves(Why.EXPIRED)).as("each was taken back once").hasSize(items.size());
        assertThat(facts.completions().values()).containsOnly(1L);
        assertThat(topics.dispatches("job", Lane.AGAIN).stream()
                        .map(each -> each.dispatch().itemId()))
                .as("the work record was written again")
                .containsAll(items);
    }

    private void tell(String what, long since) {
        long first = doneAgain.values().stream().mapToLong(at -> at).min().orElseThrow();
        long last = doneAgain.values().stream().mapToLong(at -> at).max().orElseThrow();
        System.out.printf(
                "ReaperMoveIT: %s, first item run again after %.1f s, last after %.1f s%n",
                what, (first - since) / 1e3, (last - since) / 1e3);
    }

    private static List<MemberDescription> members(Rig rig) throws Exception {
        String group = rig.connection().plan().prefix() + "reaper-job";
        try (Admin admin = Admin.create(rig.connection().clientProperties())) {
            return List.copyOf(admin.describeConsumerGroups(List.of(group))
                    .describedGroups()
                    .get(group)
                    .get()
                    .members());
        }
    }
}

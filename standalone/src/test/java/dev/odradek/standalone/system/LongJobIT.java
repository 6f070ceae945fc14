package dev.odradek.standalone.system;

import static dev.odradek.standalone.system.Eventually.eventually;
import static dev.odradek.standalone.system.Eventually.meanwhile;
import static org.assertj.core.api.Assertions.assertThat;

import dev.odradek.runtime.Result;
import dev.odradek.runtime.Worker;
import dev.odradek.statestore.StateStoreService;
import dev.odradek.topics.event.Why;
import dev.odradek.topics.machine.Transport;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("Work that takes long")
class LongJobIT {
    private static final Duration POLL_INTERVAL = Duration.ofSeconds(2);
    private static final Duration LEASE = Duration.ofSeconds(3);

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    Path dir;

    @Test
    @DisplayName("A25 a job four times as long as max.poll.interval.ms: no rebalance, one execution")
    void noRebalance() throws Exception {
        Map<String, String> impatient = Map.of("max.poll.interval.ms", Long.toString(POLL_INTERVAL.toMillis()));
        List<String> started = new CopyOnWriteArrayList<>();
        CountDownLatch letGo = new CountDownLatch(1);
        try (Rig rig = Rig.start(dir, 2);
                StateStoreService service = rig.stateStore()) {
            rig.define(Machines.oneStage("job", Transport.PARTITIONED));
            try (Worker worker = rig.worker("job", impatient)
                    .concurrency(1)
                    .handle(work -> {
                        started.add(work.itemId());
                        letGo.await();
                        return Result.done();
                    })
                    .start()) {
                rig.post("job", List.of("long"));
                eventually(() -> assertThat(started).containsExactly("long"));
                rig.post("job", Rig.ids("next", 0, 20));
                ConsumerGroupDescription before = rig.group("job");
                assertThat(before.members()).hasSize(1);

                meanwhile(POLL_INTERVAL.multipliedBy(4), () -> {
                    assertThat(rig.group("job").groupEpoch()).isEqualTo(before.groupEpoch());
                    assertThat(started).containsExactly("long");
                });
                letGo.countDown();

                Topics topics = new Topics(rig.connection());
                eventually(() ->
                        assertThat(new Facts(topics.events()).completions()).hasSize(21));
                Facts facts = new Facts(topics.events());
                ConsumerGroupDescription after = rig.group("job");
                assertThat(after.groupEpoch()).isPresent().isEqualTo(before.groupEpoch());
                assertThat(after.members()).isEqualTo(before.members());
                assertThat(started).hasSize(21).doesNotHaveDuplicates();
                assertThat(facts.moves(Why.CLAIMED))
                        .hasSize(21)
                        .allMatch(move -> move.moved().attempt() == 1);
                assertThat(worker.id()).isNotBlank();
                assertThat(service.isRunning()).isTrue();
            } finally {
                letGo.countDown();
            }
        }
    }

    @Test
    @DisplayName("A14 a job four times as long as its lease, in a worker that heartbeats, is never taken back")
    void neverReaped() {
        try (Rig rig = Rig.start(dir, 2);
                StateStoreService service = rig.stateStore();
                Looper worker = Looper.hire(rig, "worker", "job", 1)) {
            rig.define(Machines.leased("job", Transport.PARTITIONED, LEASE.toSeconds() + "s"));
            Topics topics = new Topics(rig.connection());
            rig.post("job", List.of("long"));
            eventually(() -> assertThat(worker.started()).hasSize(1));

            meanwhile(LEASE.multipliedBy(4), () -> {
                assertThat(worker.stopped()).isEmpty();
                assertThat(worker.started()).hasSize(1);
            });
            worker.letGo();

            eventually(() -> assertThat(new Facts(topics.events()).whys("long", "status"))
                    .containsExactly(Why.CLAIMED, Why.COMPLETED));
            assertThat(worker.started()).hasSize(1);
            assertThat(service.isRunning()).isTrue();
        }
    }
}

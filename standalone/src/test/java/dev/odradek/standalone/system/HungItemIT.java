package dev.odradek.standalone.system;

import static dev.odradek.standalone.system.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.odradek.runtime.Result;
import dev.odradek.runtime.Worker;
import dev.odradek.statestore.StateStoreService;
import dev.odradek.topics.machine.Transport;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayName("One item that hangs")
class HungItemIT {
    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    Path dir;

    /** There is only one partition: of commands, of the queue, and of everything else. */
    @ParameterizedTest(name = "{0}")
    @EnumSource(Transport.class)
    @DisplayName("X14 one hung item and 100 short ones on one partition: the 100 finish")
    void othersFinish(Transport transport) {
        CountDownLatch hung = new CountDownLatch(1);
        CountDownLatch letGo = new CountDownLatch(1);
        try (Rig rig = Rig.start(dir, 1);
                StateStoreService service = rig.stateStore()) {
            rig.define(Machines.oneStage("job", transport));
            List<String> shortOnes = rig.post("job", Rig.ids("short", 0, 50));
            rig.post("job", List.of("hung"));
            List<String> more = rig.post("job", Rig.ids("short", 50, 100));
            Topics topics = new Topics(rig.connection());
            try (Worker worker = rig.worker("job")
                    .transport(transport)
                    .concurrency(2)
                    .handle(work -> {
                        if (work.itemId().equals("hung")) {
                            hung.countDown();
                            letGo.await();
                        }
                        return Result.done();
                    })
                    .start()) {
                eventually(() -> assertThat(hung.getCount()).isZero());

                eventually(() -> assertThat(new Facts(topics.events()).completionsPerItem())
                        .containsOnlyKeys(concat(shortOnes, more)));
                assertThat(service.reads()
                                .item(Rig.TENANT, "hung")
                                .orElseThrow()
                                .axes()
                                .get("status")
                                .claimedBy())
                        .isEqualTo(worker.id());

                letGo.countDown();
                eventually(() -> assertThat(new Facts(topics.events()).completions())
                        .hasSize(101)
                        .containsEntry("hung/status/1", 1L));
            } finally {
                letGo.countDown();
            }
        }
    }

    private static List<String> concat(List<String> some, List<String> others) {
        return java.util.stream.Stream.concat(some.stream(), others.stream()).toList();
    }
}

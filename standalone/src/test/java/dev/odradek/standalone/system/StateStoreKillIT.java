package dev.odradek.standalone.system;

import static dev.odradek.standalone.system.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.odradek.localcluster.JavaProcess;
import dev.odradek.topics.command.QueueCommand.Resume;
import dev.odradek.topics.machine.Transport;
import dev.odradek.topics.route.Conversation;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

@Tag("full")
@DisplayName("A state-store that is killed")
class StateStoreKillIT {
    private static final int ITEMS = 600;
    private static final int KILLS = 2;

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    Path dir;

    @Test
    @DisplayName("a state-store killed twice amid work and restarted: nothing lost, each epoch started and done once")
    void restarts() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        try (Rig rig = Rig.start(dir, 3);
                LedgerCrew crew = new LedgerCrew(rig, "job", 8, Duration.ofMillis(40))) {
            JavaProcess store = rig.stateStoreProcess("store", 0);
            rig.define(Machines.oneStage("job", Transport.SHARED));
            crew.hire(2);
            crew.release(2);

            CompletableFuture<List<String>> posting =
                    CompletableFuture.supplyAsync(() -> rig.post("job", Rig.ids("i", 0, ITEMS)));
            for (int kill = 0; kill < KILLS; kill++) {
                int progress = kill * ITEMS / KILLS + 20 + random.nextInt(ITEMS / KILLS - 100);
                eventually(() -> assertThat(crew.handled()).hasSizeGreaterThan(progress));
                store.kill();
                long killed = System.nanoTime();
                store = rig.stateStoreProcess("store", 0);
                awaitAllPartitions(rig);
                System.out.printf(
                        "StateStoreKillIT: killed after %d starts, decides again after %.1f s (seed %d)%n",
                        progress, (System.nanoTime() - killed) / 1e9, seed);
            }
            List<String> told = Rig.await(posting);
            Judgement.of(rig, crew, told).isClean();
            store.stop();
        }
    }

    /** Every partition answers a question put to it. */
    static void awaitAllPartitions(Rig rig) {
        try (Conversation talk = rig.conversation()) {
            Rig.await(talk.askAll(Rig.TENANT, "job", new Resume("job")));
        }
    }
}

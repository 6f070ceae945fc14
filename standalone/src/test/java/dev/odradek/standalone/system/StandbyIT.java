package dev.odradek.standalone.system;

import static dev.odradek.standalone.system.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.odradek.localcluster.JavaProcess;
import dev.odradek.topics.machine.Transport;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("State-stores that stand by for each other")
class StandbyIT {
    private static final int ITEMS = 500;

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    Path dir;

    @Test
    @DisplayName("X6 one of three state-store instances killed under load: no transition lost or doubled")
    void takesOver() {
        try (Rig rig = Rig.start(dir, 6);
                LedgerCrew crew = new LedgerCrew(rig, "job", 8, Duration.ofMillis(40))) {
            List<JavaProcess> stores = Stream.of("store-1", "store-2", "store-3")
                    .parallel()
                    .map(name -> rig.stateStoreProcess(name, 1))
                    .toList();
            rig.define(Machines.oneStage("job", Transport.PARTITIONED));
            crew.hire(2);
            crew.release(2);

            CompletableFuture<List<String>> posting =
                    CompletableFuture.supplyAsync(() -> rig.post("job", Rig.ids("i", 0, ITEMS)));
            eventually(() -> assertThat(crew.handled()).hasSizeGreaterThan(ITEMS / 5));
            stores.get(0).kill();
            long killed = System.nanoTime();
            int startedByThen = crew.handled().size();
            StateStoreKillIT.awaitAllPartitions(rig);
            System.out.printf(
                    "StandbyIT: killed one of three after %d starts, every partition decides again after %.1f s%n",
                    startedByThen, (System.nanoTime() - killed) / 1e9);

            List<String> told = Rig.await(posting);
            Judgement.of(rig, crew, told).isClean();
            assertThat(stores.subList(1, 3)).allMatch(JavaProcess::isAlive);
            stores.forEach(JavaProcess::close);
        }
    }
}

package dev.odradek.standalone.system;

import static dev.odradek.standalone.system.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.odradek.runtime.Result;
import dev.odradek.runtime.Work;
import dev.odradek.runtime.Worker;
import dev.odradek.statestore.StateStoreService;
import dev.odradek.topics.machine.Transport;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("A handler's own mistakes")
class RefusedResultIT {
    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    Path dir;

    @Test
    @DisplayName("A16 a result the core refuses fails the item with the reason, instead of leaving it held")
    void refusedResultsFail() {
        try (Rig rig = Rig.start(dir, 2);
                StateStoreService service = rig.stateStore()) {
            rig.define(Machines.oneStage("job", Transport.PARTITIONED));
            try (Worker worker =
                    rig.worker("job").handle(RefusedResultIT::mistaken).start()) {
                rig.post("job", List.of("no-edge", "no-machine", "too-long"));

                eventually(() -> {
                    assertThat(error(service, "no-edge"))
                            .contains("has no edge")
                            .contains("nowhere");
                    assertThat(error(service, "no-machine")).contains("no machine");
                    assertThat(error(service, "too-long")).contains("overflow");
                });
                assertThat(worker.id()).isNotBlank();
            }
        }
    }

    private static Result mistaken(Work work) {
        if (work.itemId().equals("no-edge")) {
            return Result.done().to("nowhere");
        }
        if (work.itemId().equals("no-machine")) {
            work.spawn("no-such-machine", Map.of());
            return Result.done();
        }
        return Result.retry("later").after(Duration.ofSeconds(Long.MAX_VALUE));
    }

    private static String error(StateStoreService service, String id) {
        var axis = service.reads().item(Rig.TENANT, id).orElseThrow().axes().get("status");
        assertThat(axis.status()).isEqualTo("failed");
        return String.valueOf(axis.lastError());
    }
}

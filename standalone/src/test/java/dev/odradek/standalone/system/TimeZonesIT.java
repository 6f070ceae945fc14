package dev.odradek.standalone.system;

import static dev.odradek.standalone.system.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.odradek.localcluster.JavaProcess;
import dev.odradek.statestore.StateStoreService;
import dev.odradek.topics.event.Why;
import dev.odradek.topics.machine.Transport;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("Processes in different time zones")
class TimeZonesIT {
    private static final String EAST = "Asia/Kolkata";
    private static final String WEST = "America/New_York";
    private static final Duration START_LIMIT = Duration.ofSeconds(120);

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    Path dir;

    @Test
    @DisplayName("E11 a reaper in a far time zone takes back what a killed worker held, and nothing from a living one")
    void onlyTheDead() {
        try (Rig rig = Rig.start(dir, 2).withoutReaper();
                StateStoreService service = rig.stateStore();
                JavaProcess reaper = rig.reaperProcess("reaper", zone(WEST));
                Looper doomed = Looper.hire(rig, "doomed", "job", 1, zone(EAST))) {
            assertThat(reaper.printed()).contains("-Duser.timezone=" + WEST);
            Topics topics = new Topics(rig.connection());
            rig.define(Machines.leased("job", Transport.SHARED, "3s"));
            rig.post("job", List.of("dead"));
            eventually(() -> assertThat(doomed.started()).hasSize(1));
            try (Looper living = Looper.hire(rig, "living", "job", 2, zone(EAST))) {
                living.process().awaitLine((LoopingWorker.ZONE + EAST)::equals, START_LIMIT);
                rig.post("job", List.of("alive"));
                eventually(() -> assertThat(living.started()).hasSize(1));

                doomed.process().kill();
                eventually(() -> assertThat(living.started()).hasSize(2));
                int before = living.effects().size();
                // Several times the lease and the presence time-out after the other one was taken back.
                eventually(() -> assertThat(living.effects()).hasSizeGreaterThan(before + 300));
                living.letGo();

                eventually(() -> assertThat(new Facts(topics.events()).whys("dead", "status"))
                        .containsExactly(Why.CLAIMED, Why.EXPIRED, Why.CLAIMED, Why.COMPLETED));
                eventually(() -> assertThat(new Facts(topics.events()).whys("alive", "status"))
                        .containsExactly(Why.CLAIMED, Why.COMPLETED));
                assertThat(service.isRunning()).isTrue();
            }
        }
    }

    private static Map<String, String> zone(String name) {
        return Map.of("TZ", name, "JAVA_TOOL_OPTIONS", "-Duser.timezone=" + name);
    }
}

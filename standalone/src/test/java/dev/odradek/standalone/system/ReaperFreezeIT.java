package dev.odradek.standalone.system;

import static dev.odradek.standalone.system.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.odradek.localcluster.JavaProcess;
import dev.odradek.statestore.StateStoreService;
import dev.odradek.topics.event.Heartbeat.Canary;
import dev.odradek.topics.event.Heartbeat.Presence;
import dev.odradek.topics.event.Why;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

@Tag("full")
@DisplayName("A reaper that stands still")
class ReaperFreezeIT {
    private static final Duration LEASE = Duration.ofSeconds(5);
    private static final Duration FREEZE = Duration.ofSeconds(16);
    private static final Duration GRACE = Duration.ofSeconds(10);
    /** Longer than all that happens while the items are in hand. */
    private static final Duration EFFORT = Duration.ofSeconds(45);

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    Path dir;

    @Test
    @DisplayName("A53 a reaper frozen for three leases takes nothing from workers that went on heartbeating")
    void takesNothing() {
        try (Rig rig = Rig.start(dir, 3).withoutReaper();
                StateStoreService service = rig.stateStore();
                JavaProcess reaper = rig.reaperProcess("reaper", Map.of());
                LedgerCrew crew = new LedgerCrew(rig, "job", 8, EFFORT)) {
            rig.define(machine());
            crew.hire(2);
            crew.release(2);
            List<String> told = rig.post("job", Rig.ids("i", 0, 8));
            eventually(() -> assertThat(crew.handled()).hasSize(8));

            reaper.freeze();
            long frozen = Heartbeats.of(rig).last(Canary.class);
            eventually(() ->
                    assertThat(Heartbeats.of(rig).last(Presence.class)).isGreaterThan(frozen + FREEZE.toMillis()));
            eventually(() -> assertThat(members(rig)).isZero());
            reaper.thaw();

            eventually(
                    () -> assertThat(Heartbeats.of(rig).last(Canary.class)).isGreaterThan(frozen + FREEZE.toMillis()));
            long back = Heartbeats.of(rig).last(Canary.class);
            Topics topics = new Topics(rig.connection());
            long enough = back + GRACE.plus(LEASE).plus(LEASE).toMillis();
            eventually(() -> assertThat(Heartbeats.of(rig).last(Canary.class)).isGreaterThan(enough));
            assertThat(new Facts(topics.events()).moves(Why.EXPIRED)).isEmpty();
            assertThat(new Facts(topics.events()).moves(Why.COMPLETED))
                    .as("all are still in hand")
                    .isEmpty();

            Judgement judged = Judgement.of(rig, crew, told);
            judged.isClean();
            assertThat(crew.handled()).as("every item was started once").hasSize(told.size());
            assertThat(judged.facts().moves().map(move -> move.moved().why())).containsOnly(Why.CLAIMED, Why.COMPLETED);
            System.out.printf("ReaperFreezeIT: no canary for %.1f s, nothing expired%n", (back - frozen) / 1e3);
            assertThat(service.isRunning()).isTrue();
        }
    }

    private static int members(Rig rig) throws Exception {
        String group = rig.connection().plan().prefix() + "reaper-job";
        try (Admin admin = Admin.create(rig.connection().clientProperties())) {
            return admin.describeConsumerGroups(List.of(group))
                    .describedGroups()
                    .get(group)
                    .get()
                    .members()
                    .size();
        }
    }

    private static String machine() {
        return """
                machine: job
                axes:
                  status:
                    initial: queued
                    states: [queued, running, done, failed]
                    terminal: [done, failed]
                    claims:
                      - {queue: job, from: queued, into: running, done: done, lease: %ds}
                """.formatted(LEASE.toSeconds());
    }
}

package dev.odradek.standalone.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.odradek.standalone.client.Asking;
import dev.odradek.standalone.client.MachineApply;
import dev.odradek.standalone.service.RunningOdradek;
import dev.odradek.standalone.service.Service;
import dev.odradek.topics.command.ItemCommand.Claim;
import dev.odradek.topics.event.Answer;
import dev.odradek.topics.format.Json;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** What an operator can do about deadlines, with a reaper that does nothing by itself and with none. */
class ReapIT {
    @TempDir
    Path dir;

    @Test
    @DisplayName("A55 reap now takes back at once what has run out and says how many")
    void whatHasRunOutIsTakenBackAtOnce() {
        Map<String, String> idle = Map.of(
                "odradek.database.url",
                "none",
                "odradek.reaper.tick",
                "10m",
                "odradek.reaper.presence-timeout",
                "1s",
                "odradek.reaper.grace",
                "1s");
        try (RunningOdradek odradek = RunningOdradek.in(dir, EnumSet.allOf(Service.class), idle);
                Asking asking = Asking.open(odradek.connection())) {
            MachineApply.parse(Job.yaml("job", "2s")).to(asking, "default");
            for (String id : List.of("a", "b")) {
                assertThat(odradek("post", "job", "--id", id).exit()).isZero();
                assertThat(asking.ask("default", id, new Claim(id, "status", 1, "w", "claim-" + id)))
                        .isInstanceOf(Answer.Granted.class);
            }

            AtomicLong reaped = new AtomicLong();
            await().atMost(Duration.ofSeconds(90)).untilAsserted(() -> {
                JsonNode said = Json.parse(odradek("reap", "--json").out());
                assertThat(reaped.addAndGet(said.path("reaped").asLong())).isEqualTo(2);
            });

            for (String id : List.of("a", "b")) {
                await().untilAsserted(() -> {
                    JsonNode axis = Json.parse(odradek("item", id, "--json").out())
                            .path("axes")
                            .path("status");
                    assertThat(axis.path("status").asString()).isEqualTo("ready");
                    assertThat(axis.path("epoch").asLong()).isEqualTo(2);
                    assertThat(axis.path("last_error").asString()).isEqualTo("lease expired; requeued");
                });
            }
            assertThat(odradek("reap").out().strip()).isEqualTo("Took back 0 leases.");
        }
    }

    @Test
    @DisplayName("without a reaper-job every verb says so, and a level is raised only when it is told to be")
    void withoutAReaper() {
        try (RunningOdradek broker = RunningOdradek.in(dir, Set.of(Service.BROKER), Map.of());
                RunningOdradek store = RunningOdradek.in(dir, Set.of(Service.STATE_STORE), Map.of());
                Asking asking = Asking.open(store.connection())) {
            assertThat(broker.connection().bootstrap())
                    .isEqualTo(store.connection().bootstrap());
            MachineApply.parse(Job.yaml("job", "1h")).to(asking, "default");

            assertThat(odradek("raise-level").out())
                    .as("nothing was decided here before")
                    .contains("All 3 partitions");

            assertThat(odradek("post", "job", "--id", "a").exit()).isZero();
            assertThat(odradek("why", "a").out())
                    .contains("redispatch is due at")
                    .doesNotContain("timer");
            CliRun check = odradek("check");
            assertThat(check.out()).contains("1 axis was not checked");
            assertThat(check.exit()).isEqualTo(4);

            CliRun reap = odradek("reap");
            assertThat(reap.err()).contains("No reaper-job answered", "./odradek up --only reaper-job");
            assertThat(reap.err().strip().lines()).hasSize(1);
            assertThat(reap.exit()).isEqualTo(4);
        }
    }

    private CliRun odradek(String... args) {
        List<String> all = new ArrayList<>(Arrays.asList(args));
        all.addAll(List.of("--data-dir", dir.toString()));
        return CliRun.of(all.toArray(String[]::new));
    }
}

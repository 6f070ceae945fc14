package dev.odradek.standalone.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.odradek.runtime.Result;
import dev.odradek.runtime.Worker;
import dev.odradek.runtime.WorkerMetric;
import dev.odradek.standalone.client.Asking;
import dev.odradek.standalone.client.MachineApply;
import dev.odradek.standalone.client.ReadClient;
import dev.odradek.topics.command.ItemCommand.Create;
import dev.odradek.topics.command.NewItem;
import dev.odradek.topics.format.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What docs/metrics.md lists is what the services expose: no more, no less. */
class MetricsDocIT {
    private static final Path DOC = Path.of("..", "docs", "metrics.md");
    private static final Pattern ROW = Pattern.compile("(?m)^\\| `(odradek_[a-z_]+)` \\|");
    private static final Pattern TYPE = Pattern.compile("(?m)^# TYPE (odradek_[a-z_]+) ");
    private static final String MACHINE = """
            machine: job
            axes:
              status:
                initial: new
                states: [new, busy, done, failed]
                terminal: [done, failed]
                claims:
                  - {queue: jobs, from: new, into: busy, done: done}
            """;

    @TempDir
    Path dir;

    @Test
    @DisplayName("every metric of every service is documented, and every documented one is exposed")
    void theListIsComplete() throws IOException {
        Set<String> exposed = new TreeSet<>();
        try (RunningOdradek odradek = RunningOdradek.in(dir);
                Asking asking = Asking.open(odradek.connection())) {
            MachineApply.parse(MACHINE).to(asking, "default");
            asking.ask("default", "a", create("job"));
            asking.ask("default", "a", create("unknown"));
            try (Worker worker = Worker.to(odradek.connection().bootstrap())
                    .connection(odradek.connection())
                    .queue("jobs")
                    .handle(work -> Result.done())
                    .start()) {
                await().atMost(Duration.ofSeconds(60))
                        .untilAsserted(() ->
                                assertThat(worker.metrics()).containsPattern("odradek_worker_completed_total\\{.*} 1"));
                exposed.addAll(names(TYPE, worker.metrics()));
            }
            new ReadClient(odradek.url()).get("/v1/queues", Map.of());
            exposed.addAll(names(TYPE, odradek.scrape()));
        }
        exposed.addAll(names(TYPE, scrapeWithoutIngest()));

        assertThat(names(ROW, Files.readString(DOC))).containsExactlyInAnyOrderElementsOf(exposed);
        assertThat(exposed)
                .containsAll(Arrays.stream(WorkerMetric.values())
                        .map(WorkerMetric::exposed)
                        .toList());
    }

    /** What answers in a process that runs no ingest has a metric of its own. */
    private static String scrapeWithoutIngest() {
        try (Metrics metrics = new Metrics();
                HttpSide http = HttpSide.start(0, metrics, () -> true, false)) {
            http.serve(new ReadRoutes(Optional.empty(), new ListRoutes(() -> null, Optional::empty), Optional.empty()));
            assertThatThrownBy(() -> new ReadClient("http://127.0.0.1:" + http.port()).get("/v1/machines", Map.of()))
                    .hasMessageContaining("runs no state-store");
            return metrics.scrape();
        }
    }

    private static Create create(String machine) {
        return new Create(NewItem.of(machine + "-1", machine, Json.parse("{}")), null);
    }

    private static Set<String> names(Pattern pattern, String text) {
        return pattern.matcher(text)
                .results()
                .map((MatchResult found) -> found.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }
}

package dev.odradek.standalone.sample;

import static org.assertj.core.api.Assertions.assertThat;

import dev.odradek.localcluster.JavaProcess;
import dev.odradek.standalone.cli.Odradek;
import dev.odradek.topics.format.Json;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The sample as users run it: a process of its own, with workers as its children. */
class SampleIT {
    private static final Duration LIMIT = Duration.ofMinutes(4);

    @TempDir
    Path dir;

    @Test
    @DisplayName(
            "A4 A33 from a bug report to the fixes, with a worker of each kind killed: nothing lost, nothing twice")
    void theSampleIsClean() {
        try (JavaProcess sample = JavaProcess.of(Odradek.class)
                .small(512)
                .environment("ODRADEK_PARTITIONS", "3")
                .args("sample", "bench", "--port", "0", "--http-port", "0", "--json")
                .args("--data-dir", dir.resolve("data").toString())
                .start(dir.resolve("sample.out"))) {
            assertThat(sample.awaitExit(LIMIT)).as(sample.printed()).isZero();

            JsonNode verdict = Json.parse(sample.printed());
            assertThat(verdict.path("issues").asInt()).isEqualTo(3);
            assertThat(verdict.path("pages").asInt()).isEqualTo(3);
            assertThat(verdict.path("fixes").asInt()).isEqualTo(3);
            assertThat(verdict.path("notes").asInt()).isEqualTo(3);
            assertThat(verdict.path("killed")).hasSize(6);
            assertThat(verdict.path("lost")).isEmpty();
            assertThat(verdict.path("outside_calls")).isNotEmpty().allMatch(times -> times.asInt() == 1);
        }
    }
}

package dev.odradek.standalone.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.odradek.localcluster.JavaProcess;
import dev.odradek.standalone.cli.Odradek;
import dev.odradek.topics.format.Json;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The demo as users run it: a process of its own, with workers as its children. */
class DemoIT {
    private static final Duration LIMIT = Duration.ofMinutes(4);

    @TempDir
    Path dir;

    @Test
    @DisplayName("A64 the demo loses and doubles nothing though a worker is killed, and leaves no process")
    void theDemoIsClean() {
        try (JavaProcess demo = demo("run", "--port", "0", "--json")) {
            assertThat(demo.awaitExit(LIMIT)).as(demo.printed()).isZero();

            JsonNode summary = Json.parse(demo.printed());
            assertThat(summary.path("items").asInt()).isEqualTo(100);
            assertThat(summary.path("done").asInt()).isEqualTo(100);
            assertThat(summary.path("attempts").asInt())
                    .as("three stages each, and again what had begun when its worker was killed")
                    .isBetween(300, 300 + summary.path("killed_held").asInt());
            // With so few items the victim may just have had nothing in hand.
            assertThat(summary.path("killed_again_ms").asLong() > 0)
                    .isEqualTo(summary.path("killed_held").asInt() > 0);
            assertThat(summary.path("lost").asInt()).isZero();
            assertThat(summary.path("doubled").asInt()).isZero();
            assertThat(summary.path("items_per_second").asDouble()).isPositive();
            JsonNode recorded = summary.path("read_model");
            assertThat(recorded.path("items").asInt()).as(recorded.toString()).isEqualTo(100);
            assertThat(recorded.path("facts").asInt())
                    .as("created, claimed and completed in three stages")
                    .isGreaterThanOrEqualTo(700);
        }
        assertThat(workersOf(dir)).isZero();
    }

    @Test
    @Tag("full")
    void aTakenPortIsReplacedAndSaid() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"));
                JavaProcess demo = demo("taken", "--port", Integer.toString(taken.getLocalPort()))) {
            assertThat(demo.awaitExit(LIMIT)).as(demo.printed()).isZero();
            assertThat(demo.printed())
                    .contains("Port " + taken.getLocalPort() + " is taken; the broker listens on")
                    .contains("Nothing was lost and nothing was done twice.");
        }
    }

    @Test
    @Tag("full")
    void aKilledDemoLeavesNoWorkerBehind() {
        try (JavaProcess demo = demo("killed", "--port", "0")) {
            demo.awaitLine(line -> line.startsWith("Started 6 worker"), LIMIT);
            demo.kill();
        }

        org.awaitility.Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(workersOf(dir)).isZero());
    }

    private JavaProcess demo(String name, String... more) {
        return JavaProcess.of(Odradek.class)
                .small(384)
                .args(
                        "demo",
                        "--items",
                        "100",
                        "--http-port",
                        "0",
                        "--data-dir",
                        dir.resolve("data").toString())
                .args(more)
                .start(dir.resolve(name + ".out"));
    }

    private static long workersOf(Path dir) {
        return ProcessHandle.allProcesses()
                .filter(process -> process.info().commandLine().orElse("").contains(DemoWorker.class.getName()))
                .filter(process -> process.info().commandLine().orElse("").contains(dir.toString()))
                .count();
    }
}

package dev.odradek.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.odradek.topics.settings.Settings;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WorkerConfigTest {
    private final Settings queue = new Settings(Map.of("odradek.worker.queue", "parse"), Map.of());

    @Test
    @DisplayName("A11 the defaults of a processor")
    void processorDefaults() {
        WorkerConfig.Processor processor = WorkerConfig.from(queue).processor();

        assertThat(processor.claimAxis()).isEqualTo("status");
        assertThat(processor.claimIndex()).isEqualTo("by_status_created");
        assertThat(processor.lease()).isEqualTo(Duration.ofMillis(1_800_000));
        assertThat(processor.heartbeat()).isEqualTo(Duration.ofSeconds(60));
        assertThat(processor.pollBackstop()).isEqualTo(Duration.ofSeconds(30));
        assertThat(processor.sseRetry()).isEqualTo(Duration.ofSeconds(5));
        assertThat(processor.batch()).isFalse();
    }

    @Test
    @DisplayName("A11 a worker supplies its queue; everything else has a default")
    void workerDefaults() {
        WorkerConfig config = WorkerConfig.from(queue);

        assertThat(config.concurrency()).isEqualTo(8);
        assertThat(config.batch()).isEqualTo(1);
        assertThat(config.presence()).isEqualTo(Duration.ofSeconds(1));
        assertThat(config.presenceTimeout()).isEqualTo(Duration.ofSeconds(4));
        assertThat(config.fenceMargin()).isEqualTo(Duration.ofSeconds(1));
        assertThat(config.claimAfter()).isEqualTo(Duration.ofMillis(5));
        assertThat(config.drain()).isEqualTo(Duration.ofSeconds(30));
        assertThat(config.onStop()).isEqualTo(Stop.DRAIN);
        assertThat(config.transport()).isEmpty();
        assertThat(config.helpAfter()).isEqualTo(Duration.ofMillis(500));
        assertThat(config.id()).matches("parse-.+-\\d+-[0-9a-f]{6}");
        assertThat(WorkerConfig.from(queue.with("odradek.worker.batch", true)).batch())
                .isEqualTo(20);
    }

    @ParameterizedTest
    @CsvSource({"off, 0", "0ms, 0", "2s, 2000"})
    void helpCanBeSwitchedOff(String text, long millis) {
        assertThat(WorkerConfig.from(queue.with("odradek.worker.help-after", text))
                        .helpAfter())
                .hasMillis(millis);
    }

    @ParameterizedTest
    @CsvSource({
        "concurrency, 0, must be between 1 and 10000",
        "claim-timeout, 0ms, must be longer than 0",
        "presence, soon, must be a duration",
        "transport, pigeon, 'must be auto, shared or partitioned, was pigeon'",
        "help-after, never, must be a duration",
        "batch, maybe, must be true or false",
        "queue, No Such, must hold 1 to 80",
        "heartbeat, 31m, must be shorter than odradek.worker.lease",
        "presence-timeout, 2s, must be longer than twice odradek.worker.presence (1000 ms)",
        "fence-margin, 3s, must be shorter than odradek.worker.presence-timeout less odradek.worker.presence (3000 ms)",
        "metrics-port, 70000, must be between -1 and 65535",
    })
    void refusesWhatCannotWork(String key, String value, String message) {
        Settings bad = queue.with("odradek.worker." + key, value);

        assertThatThrownBy(() -> WorkerConfig.from(bad))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("odradek.worker." + key)
                .hasMessageContaining(message);
    }
}

package dev.odradek.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("How a processor keeps time")
class TermsTest {

    @Test
    @DisplayName("A11 the defaults")
    void defaults() {
        assertThat(Terms.DEFAULT.lease()).isEqualTo(Duration.ofMillis(1_800_000));
        assertThat(Terms.DEFAULT.heartbeat()).isEqualTo(Duration.ofSeconds(60));
        assertThat(Terms.DEFAULT.pollBackstop()).isEqualTo(Duration.ofSeconds(30));
        assertThat(Terms.DEFAULT.sseRetry()).isEqualTo(Duration.ofSeconds(5));
    }

    @Test
    @DisplayName("it stops before the silence that the service allows has ended, or its own if the service says none")
    void reach() {
        assertThat(Terms.DEFAULT.reach(null)).isEqualTo(Duration.ofSeconds(6));
        assertThat(Terms.DEFAULT.reach(Duration.ofSeconds(8))).isEqualTo(Duration.ofSeconds(6));
        assertThat(Terms.DEFAULT.reach(Duration.ofSeconds(60))).isEqualTo(Duration.ofSeconds(58));
        assertThat(Terms.DEFAULT.reach(Duration.ofSeconds(2))).isEqualTo(Duration.ofMillis(1_500));
    }

    @Test
    @DisplayName("the environment wins, and a duration that is none is refused by name")
    void environment() {
        Terms terms = Terms.DEFAULT.with(Map.of("ODRADEK_PROCESSOR_POLL_BACKSTOP", "10m"));
        assertThat(terms.pollBackstop()).isEqualTo(Duration.ofMinutes(10));
        assertThat(terms.heartbeat()).isEqualTo(Duration.ofSeconds(60));

        assertThatThrownBy(() -> Terms.DEFAULT.with(Map.of("ODRADEK_PROCESSOR_LEASE", "soon")))
                .hasMessage("ODRADEK_PROCESSOR_LEASE must be a duration such as 500ms, 30s or 5m, was \"soon\"");
    }
}

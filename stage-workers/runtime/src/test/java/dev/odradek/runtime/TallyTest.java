package dev.odradek.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.odradek.topics.event.Refusal;
import org.junit.jupiter.api.Test;

class TallyTest {
    private final Tally tally = new Tally("parse", () -> 3, () -> 8);

    @Test
    void writesEveryMetricWithItsType() {
        tally.count(WorkerMetric.COMPLETED_TOTAL);
        tally.denied(Refusal.ALREADY_CLAIMED);
        tally.handled(1_500_000_000);
        String text = tally.exposition();

        for (WorkerMetric metric : WorkerMetric.values()) {
            assertThat(text).contains("# TYPE " + metric.exposed() + " ");
        }
        assertThat(text)
                .contains("odradek_worker_completed_total{queue=\"parse\"} 1\n")
                .contains("odradek_worker_denied_total{queue=\"parse\",reason=\"already_claimed\"} 1\n")
                .contains("odradek_worker_handler_seconds_sum{queue=\"parse\"} 1.5\n")
                .contains("odradek_worker_in_flight{queue=\"parse\"} 3\n")
                .contains("# TYPE odradek_worker_slots gauge");
    }
}

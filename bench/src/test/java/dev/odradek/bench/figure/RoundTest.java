package dev.odradek.bench.figure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class RoundTest {
    private final Round round = new Round(new long[] {1_000_000, 1_500_000}, new long[] {1_004_000, 3_000_000});

    @Test
    void aRateCountsFromTheFirstCallToTheLastStart() {
        assertThat(round.rate()).isEqualTo(1.0);
    }

    @Test
    void aDrainCountsFromTheFirstStart() {
        assertThat(new Round(new long[] {1, 1}, new long[] {1_000_000, 2_000_000}).drainRate())
                .isEqualTo(2.0);
    }

    @Test
    void aLatencyIsFromACallToItsOwnStart() {
        assertThat(round.millis()).isEqualTo(Spread.of(4, 1_500));
    }

    @Test
    void ofWorkersThatShareTheFirstStartCounts() {
        assertThat(Round.earliest(List.of(new long[] {5, 0, 0}, new long[] {3, 7, 0})))
                .containsExactly(3, 7, 0);
    }

    @Test
    void aJobThatNeverBeganSpoilsTheRound() {
        assertThatThrownBy(() -> new Round(new long[] {1, 2}, new long[] {3, 0}))
                .hasMessageContaining("each of its jobs");
    }
}

package dev.odradek.topics.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BackoffTest {
    private static final Backoff DOUBLING = new Backoff(Duration.ofSeconds(1), 2, Duration.ofSeconds(60), 0.5);

    @ParameterizedTest(name = "after {0} attempts, dice {1}: {2} ms")
    @CsvSource({
        "0, 0, 1000",
        "1, 0, 1000",
        "2, 0, 2000",
        "3, 0, 4000",
        "7, 0, 60000",
        "2147483647, 0, 60000",
        "1, 1, 500",
        "3, 0.5, 3000",
        "3, 1, 2000",
    })
    void theWaitGrowsToTheCapLessChance(int attempts, double dice, long expected) {
        assertThat(DOUBLING.after(attempts, dice)).isEqualTo(Duration.ofMillis(expected));
    }

    @Test
    void withoutABaseThereIsNoWait() {
        assertThat(Backoff.NONE.after(Integer.MAX_VALUE, 0)).isZero();
    }

    @Test
    void theWaitIsNeverNegative() {
        Backoff allJitter = new Backoff(Duration.ofSeconds(1), 1, Duration.ofSeconds(1), 1);

        assertThat(allJitter.after(5, 1)).isZero();
    }
}

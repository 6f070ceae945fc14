package dev.odradek.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PaceTest {

    @ParameterizedTest(name = "{0} slots, work of {1} ms, grants after {2} ms: {3} ahead")
    @CsvSource({
        "1, 10, 8, 2",
        "1, 99, 8, 1",
        "1, 101, 8, 0",
        "1, 30000, 8, 0",
        "4, 10, 8, 5",
        // No more than are done within the longest wait.
        "1, 50, 1000, 2",
        "8, 50, 1000, 16",
        // Nor more than anybody needs.
        "1, 0, 8, 32",
        "256, 1, 8, 32",
    })
    void covers(int slots, long workMs, long grantMs, int ahead) {
        Pace pace = new Pace(slots);
        work(pace, workMs);
        grant(pace, grantMs);

        assertThat(pace.ahead()).isEqualTo(ahead);
    }

    @Test
    void nothingIsClaimedAheadBeforeItIsKnownHowLongTheWorkIs() {
        Pace pace = new Pace(4);
        assertThat(pace.ahead()).isZero();
        grant(pace, 8);
        assertThat(pace.ahead()).isZero();
        work(pace, 10);
        assertThat(pace.ahead()).isPositive();
    }

    @Test
    void whereHalfOfTheClaimsAreRefusedItTakesTwiceAsMany() {
        Pace pace = new Pace(1);
        work(pace, 10);
        for (int i = 0; i < 100; i++) {
            grant(pace, 10);
            pace.refused();
        }

        assertThat(pace.ahead()).isBetween(3, 4);
    }

    @Test
    void theTimeToWriteTheResultIsCoveredToo() {
        Pace pace = new Pace(1);
        work(pace, 10);
        grant(pace, 10);
        int before = pace.ahead();
        for (int i = 0; i < 100; i++) {
            pace.written(ms(20));
        }

        assertThat(before).isEqualTo(2);
        assertThat(pace.ahead()).isEqualTo(5);
    }

    @Test
    @DisplayName(
            "a single long item among short ones ends it at once when something waits behind it, until it has ended")
    void stuck() {
        Pace pace = new Pace(1);
        for (int i = 0; i < 100; i++) {
            work(pace, 1);
            grant(pace, 8);
        }
        pace.stuck();
        assertThat(pace.ahead()).isZero();
        grant(pace, 8);
        assertThat(pace.ahead()).isZero();

        work(pace, 30_000);
        assertThat(pace.ahead()).as("its time counts").isZero();
        for (int i = 0; i < 40; i++) {
            work(pace, 1);
        }
        assertThat(pace.ahead()).isPositive();
    }

    private static void work(Pace pace, long millis) {
        pace.handled(ms(millis));
    }

    private static void grant(Pace pace, long millis) {
        pace.granted(ms(millis));
    }

    private static long ms(long millis) {
        return TimeUnit.MILLISECONDS.toNanos(millis);
    }
}

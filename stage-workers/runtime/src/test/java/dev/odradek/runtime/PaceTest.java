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
        "1, 50, 1000, 30",
        // No more than anybody needs.
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
    void theSlowOneAmongManyGrantsIsCoveredAndForgottenInTime() {
        Pace pace = new Pace(1);
        work(pace, 10);
        grant(pace, 100);
        for (int i = 0; i < 10; i++) {
            grant(pace, 8);
        }
        assertThat(pace.ahead()).isBetween(12, 15);

        for (int i = 0; i < 400; i++) {
            grant(pace, 8);
        }
        assertThat(pace.ahead()).isEqualTo(2);
    }

    @Test
    void evenWhereHardlyAnyClaimIsGrantedNoMoreThanCouldBeDoneSoon() {
        Pace pace = new Pace(1);
        work(pace, 10);
        grant(pace, 10);
        for (int i = 0; i < 100; i++) {
            pace.refused();
        }

        assertThat(pace.ahead()).isEqualTo(10);
    }

    @Test
    void whatWaitsIsGivenBackSoonButNotBeforeAnotherCouldHaveClaimedIt() {
        Pace pace = new Pace(1);
        assertThat(pace.patienceNanos()).isEqualTo(ms(500));
        grant(pace, 8);
        assertThat(pace.patienceNanos()).isEqualTo(ms(500));
        grant(pace, 8_008);
        assertThat(pace.patienceNanos()).isEqualTo(ms(2_016));
    }

    @Test
    @DisplayName("A64 who is refused in a row walks faster through what others have done, also where the work is long")
    void refusedInARow() {
        Pace pace = new Pace(1);
        work(pace, 30_000);
        grant(pace, 8);
        pace.refused();
        assertThat(pace.ahead()).isEqualTo(1);
        for (int i = 0; i < 100; i++) {
            pace.refused();
        }
        assertThat(pace.ahead()).isEqualTo(8);
        assertThat(pace.isLong()).as("what is granted after all is given back").isTrue();

        grant(pace, 8);
        assertThat(pace.ahead()).isZero();
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

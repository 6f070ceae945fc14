package dev.odradek.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class StaffingTest {
    private final Staffing staffing = new Staffing();

    @Test
    void whatIsNotKnownOrLongGetsAThreadAtOnce() {
        assertThat(staffing.callsAtOnce(3)).as("not known yet").isTrue();
        took(Duration.ofMillis(20));
        assertThat(staffing.callsAtOnce(3)).isTrue();
    }

    @Test
    void whatIsShortWaitsForThoseWhoAreAwake() {
        took(Duration.ofNanos(10_000));

        assertThat(staffing.callsAtOnce(1)).isFalse();
        assertThat(staffing.callsAtOnce(0)).as("nobody is awake").isTrue();
    }

    @Test
    void oneThatHungDoesNotMakeTheOthersLongForever() {
        took(Duration.ofNanos(10_000));
        staffing.took(Duration.ofHours(1).toNanos());

        took(Duration.ofNanos(10_000));

        assertThat(staffing.callsAtOnce(1)).isFalse();
    }

    @Test
    void whoStillWaitsGetsAThreadIfNobodyGetsOn() {
        assertThat(staffing.callsLater(0, 7, 90)).isEqualTo(7);
        assertThat(staffing.callsLater(2, 7, 0)).isEqualTo(7);
    }

    @Test
    void whoeverKeepsUpNeedsNoHelp() {
        assertThat(staffing.callsLater(1, 20, 60)).isZero();
        assertThat(staffing.callsLater(1, 60, 20))
                .as("three times as much as is begun")
                .isEqualTo(3);
    }

    private void took(Duration time) {
        for (int i = 0; i < 100; i++) {
            staffing.took(time.toNanos());
        }
    }
}

package dev.odradek.statestore.audit;

import static dev.odradek.statestore.audit.Axes.standing;
import static org.assertj.core.api.Assertions.assertThat;

import dev.odradek.statestore.audit.Suspects.Suspect;
import dev.odradek.topics.event.AxisState;
import dev.odradek.topics.event.Lane;
import dev.odradek.topics.event.Wakeup;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SuspectsTest {
    private static final Standing OFFERED =
            standing("ready", new Wakeup.Dispatched("send", Lane.NORMAL, 9_000), Around.NOTHING);
    private static final Optional<Finding> AMISS = Backing.missing(OFFERED, null);

    private final Suspects suspects = new Suspects();

    @Test
    void nobodyIsLookedAtAgainBeforeFiveSecondsHavePassed() {
        suspects.add(0, OFFERED, 1_000);

        assertThat(suspects.left(1_000)).isEqualTo(5_000);
        assertThat(suspects.take(5_999, 10)).isEmpty();
        assertThat(suspects.left(6_000)).isZero();
        assertThat(suspects.take(6_000, 10)).containsExactly(new Suspect(0, OFFERED, 1_000));
        assertThat(suspects.isEmpty()).isTrue();
    }

    @Test
    void theyAreTakenPartitionByPartitionAndNoMoreThanAskedFor() {
        suspects.add(0, OFFERED, 0);
        suspects.add(0, OFFERED, 0);
        suspects.add(1, OFFERED, 0);

        assertThat(suspects.take(9_000, 1)).hasSize(1);
        assertThat(suspects.take(9_000, 10)).extracting(Suspect::partition).containsExactly(0);
        assertThat(suspects.take(9_000, 10)).extracting(Suspect::partition).containsExactly(1);
    }

    @Test
    void thereIsALimitToHowManyAreRemembered() {
        for (int i = 0; i < 10_000; i++) {
            assertThat(suspects.add(0, OFFERED, i)).isTrue();
        }

        assertThat(suspects.add(0, OFFERED, 0)).isFalse();
    }

    @Test
    void whatIsStillSoCounts() {
        assertThat(AMISS).isPresent();
        assertThat(Suspects.confirmed(OFFERED, OFFERED, AMISS)).isEqualTo(AMISS);
    }

    @Test
    void whatHasBeenFoundSinceDoesNotCount() {
        assertThat(Suspects.confirmed(OFFERED, OFFERED, Optional.empty())).isEmpty();
    }

    @Test
    void whatHasMovedSinceDoesNotCount() {
        AxisState state = OFFERED.state();
        Standing nextEpoch = with(state.rescheduled(4, state.wakeup()));
        Standing offeredAnew = with(state.rescheduled(3, new Wakeup.Dispatched("send", Lane.NORMAL, 18_000)));

        assertThat(Suspects.confirmed(OFFERED, nextEpoch, AMISS)).isEmpty();
        assertThat(Suspects.confirmed(OFFERED, offeredAnew, AMISS)).isEmpty();
    }

    private static Standing with(AxisState state) {
        return new Standing("acme", "i", "status", state, Around.NOTHING);
    }
}

package dev.odradek.ingest.claim;

import static dev.odradek.ingest.claim.LaneReading.Step.READ;
import static dev.odradek.ingest.claim.LaneReading.Step.REST;
import static dev.odradek.ingest.claim.LaneReading.Step.SEEK;
import static org.assertj.core.api.Assertions.assertThat;

import dev.odradek.topics.event.Cause;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class LaneReadingTest {
    private final LaneReading lane = new LaneReading(0);
    private final Set<String> full = new TreeSet<>();

    @Test
    void theWatermarkIsTheLowestThatIsNotSettled() {
        take(0, "a");
        take(1, "a");
        take(2, "a");
        lane.reached(3, true);

        lane.settled(1);
        assertThat(lane.watermark()).isZero();
        lane.settled(0);
        assertThat(lane.watermark()).isEqualTo(2);
        lane.settled(2);
        assertThat(lane.watermark()).isEqualTo(3);
    }

    @Test
    void whatAnAbortedTransactionHadWrittenIsNotTakenTwice() {
        assertThat(lane.takes(0, new Cause(3, 7, 1), "a", full::contains)).isTrue();
        assertThat(lane.takes(1, new Cause(3, 7, 1), "a", full::contains)).isFalse();
        assertThat(lane.takes(2, new Cause(4, 7, 1), "a", full::contains)).isTrue();
        lane.settled(0);
        lane.settled(2);

        assertThat(lane.watermark()).isEqualTo(3);
    }

    @Test
    void aFullTenantFallsBehindAndTheOthersAreReadOn() {
        take(0, "a");
        full.add("a");

        assertThat(take(1, "a")).isFalse();
        assertThat(take(2, "b")).isTrue();
        lane.reached(3, true);

        assertThat(lane.isComplete("a")).isFalse();
        assertThat(lane.isComplete("b")).isTrue();
        assertThat(lane.isUnread("a", 1)).isTrue();
        assertThat(lane.isUnread("b", 2)).isFalse();
        lane.settled(0);
        lane.settled(2);
        assertThat(lane.watermark()).isEqualTo(1);
    }

    @Test
    void onceThereIsRoomReadingGoesBackForWhoIsBehind() {
        full.add("a");
        take(0, "a");
        take(1, "b");
        take(2, "a");
        lane.reached(3, true);
        assertThat(lane.next(tenant -> false, true)).isEqualTo(READ);

        full.clear();
        assertThat(lane.next(tenant -> true, true)).isEqualTo(SEEK);
        assertThat(lane.position()).isZero();
        assertThat(take(0, "a")).isTrue();
        assertThat(take(1, "b")).as("has been taken before").isFalse();
        assertThat(take(2, "a")).isTrue();
        lane.reached(3, true);

        assertThat(lane.isComplete("a")).isTrue();
        assertThat(lane.next(tenant -> true, true)).isEqualTo(READ);
    }

    @Test
    void whoIsFullAgainOnTheWayStaysBehindAndReadingGoesOnWhereItWas() {
        full.add("a");
        for (int offset = 0; offset < 10; offset++) {
            take(offset, "a");
        }
        lane.reached(10, true);
        full.clear();
        lane.next(tenant -> true, true);
        take(0, "a");
        full.add("a");
        assertThat(take(1, "a")).isFalse();

        assertThat(lane.next(tenant -> false, true)).isEqualTo(SEEK);
        assertThat(lane.position()).isEqualTo(10);
        assertThat(lane.isUnread("a", 1)).isTrue();
        assertThat(lane.isUnread("a", 0)).isFalse();
    }

    @Test
    void nobodyKnowsWhatComesWhileItRests() {
        lane.reached(0, true);
        assertThat(lane.isComplete("a")).isTrue();

        assertThat(lane.next(tenant -> true, false)).isEqualTo(REST);
        assertThat(lane.isComplete("a")).isFalse();
    }

    private boolean take(long offset, String tenant) {
        return lane.takes(offset, new Cause(0, offset, 1), tenant, full::contains);
    }
}

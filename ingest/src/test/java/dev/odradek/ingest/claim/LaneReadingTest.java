package dev.odradek.ingest.claim;

import static dev.odradek.ingest.claim.LaneReading.Step.READ;
import static dev.odradek.ingest.claim.LaneReading.Step.REST;
import static dev.odradek.ingest.claim.LaneReading.Step.SEEK;
import static org.assertj.core.api.Assertions.assertThat;

import dev.odradek.topics.event.Cause;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class LaneReadingTest {
    private static final Line A = new Line("a", "status");
    private static final Line B = new Line("b", "status");
    private static final Line OTHER_AXIS = new Line("a", "sync");

    private final LaneReading lane = new LaneReading(0);
    private final Set<Line> full = new HashSet<>();

    @Test
    void theWatermarkIsTheLowestThatIsNotSettled() {
        take(0, A);
        take(1, A);
        take(2, A);
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
        assertThat(lane.takes(0, new Cause(3, 7, 1), A, full::contains)).isTrue();
        assertThat(lane.takes(1, new Cause(3, 7, 1), A, full::contains)).isFalse();
        assertThat(lane.takes(2, new Cause(4, 7, 1), A, full::contains)).isTrue();
        lane.settled(0);
        lane.settled(2);

        assertThat(lane.watermark()).isEqualTo(3);
    }

    @Test
    void aFullLineFallsBehindAndTheOthersAreReadOn() {
        take(0, A);
        full.add(A);

        assertThat(take(1, A)).isFalse();
        assertThat(take(2, B)).isTrue();
        lane.reached(3, true);

        assertThat(lane.isComplete(of(A))).isFalse();
        assertThat(lane.isComplete(of(B))).isTrue();
        assertThat(lane.isUnread(A, 1)).isTrue();
        assertThat(lane.isUnread(B, 2)).isFalse();
        lane.settled(0);
        lane.settled(2);
        assertThat(lane.watermark()).isEqualTo(1);
    }

    @Test
    void onceThereIsRoomReadingGoesBackForWhoIsBehind() {
        full.add(A);
        take(0, A);
        take(1, B);
        take(2, A);
        lane.reached(3, true);
        assertThat(lane.next(line -> false, true)).isEqualTo(READ);

        full.clear();
        assertThat(lane.next(line -> true, true)).isEqualTo(SEEK);
        assertThat(lane.position()).isZero();
        assertThat(take(0, A)).isTrue();
        assertThat(take(1, B)).as("has been taken before").isFalse();
        assertThat(take(2, A)).isTrue();
        lane.reached(3, true);

        assertThat(lane.isComplete(of(A))).isTrue();
        assertThat(lane.next(line -> true, true)).isEqualTo(READ);
    }

    @Test
    void whoIsFullAgainOnTheWayStaysBehindAndReadingGoesOnWhereItWas() {
        full.add(A);
        for (int offset = 0; offset < 10; offset++) {
            take(offset, A);
        }
        lane.reached(10, true);
        full.clear();
        lane.next(line -> true, true);
        take(0, A);
        full.add(A);
        assertThat(take(1, A)).isFalse();

        assertThat(lane.next(line -> false, true)).isEqualTo(SEEK);
        assertThat(lane.position()).isEqualTo(10);
        assertThat(lane.isUnread(A, 1)).isTrue();
        assertThat(lane.isUnread(A, 0)).isFalse();
    }

    @Test
    void nobodyKnowsWhatComesWhileItRests() {
        lane.reached(0, true);
        assertThat(lane.isComplete(of(A))).isTrue();

        assertThat(lane.next(line -> true, false)).isEqualTo(REST);
        assertThat(lane.isComplete(of(A))).isFalse();
    }

    @Test
    void aFullAxisFallsBehindAndTheOthersOfTheTenantAreReadOn() {
        full.add(A);

        assertThat(take(0, A)).isFalse();
        assertThat(take(1, OTHER_AXIS)).isTrue();
        lane.reached(2, true);

        assertThat(lane.isComplete(of(OTHER_AXIS))).isTrue();
        assertThat(lane.isComplete(of(A))).isFalse();
        assertThat(lane.isComplete(new Wish("a", null))).as("of any axis").isFalse();
    }

    private boolean take(long offset, Line line) {
        return lane.takes(offset, new Cause(0, offset, 1), line, full::contains);
    }

    private static Wish of(Line line) {
        return new Wish(line.tenant(), line.axis());
    }
}

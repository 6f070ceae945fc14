package dev.odradek.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FenceTest {
    private static final long MS = 1_000_000;
    private static final long LONG_LEASE = 60_000;
    private static final Duration SILENCE = Duration.ofSeconds(3);

    private final Fence fence = new Fence(SILENCE, LONG_LEASE, 0);

    @Test
    @DisplayName("E5 without a heartbeat the time runs from when the first claim was sent")
    void claimBased() {
        fence.claimed(500 * MS);
        fence.claimed(2_000 * MS);

        assertThat(fence.hasPassed(3_500 * MS - 1)).isFalse();
        assertThat(fence.hasPassed(3_500 * MS)).isTrue();
    }

    @Test
    @DisplayName("E5 it runs anew from when an acknowledged heartbeat was sent, not from when that was heard")
    void heartbeatBased() {
        fence.claimed(0);
        fence.renewed(1_000 * MS, 2_900 * MS);

        assertThat(fence.left(2_900 * MS)).isEqualTo(1_100 * MS);
        assertThat(fence.hasPassed(4_000 * MS - 1)).isFalse();
        assertThat(fence.hasPassed(4_000 * MS)).isTrue();
    }

    @Test
    @DisplayName("E5 a lease shorter than the silence is the nearer bound, from the same moment, less a quarter of it")
    void shortLease() {
        fence.claimed(0);
        fence.granted(800, 10 * MS);
        assertThat(fence.left(10 * MS)).isEqualTo(590 * MS);

        fence.renewed(500 * MS, 550 * MS);

        assertThat(fence.hasPassed(1_100 * MS - 1)).isFalse();
        assertThat(fence.hasPassed(1_100 * MS)).isTrue();
    }

    @Test
    @DisplayName("E5 an acknowledgement that comes after the fence, even if nobody looked in between, changes nothing")
    void lateAcknowledgement() {
        fence.claimed(0);

        fence.renewed(2_999 * MS, 3_000 * MS);

        assertThat(fence.hasPassed(3_001 * MS)).isTrue();
    }

    @Test
    @DisplayName("E5 once passed it stays passed: no heartbeat, grant or claim brings it back")
    void sticky() {
        fence.claimed(0);
        assertThat(fence.hasPassed(3_000 * MS)).isTrue();

        fence.renewed(3_001 * MS, 3_001 * MS);
        fence.granted(LONG_LEASE * 10, 3_001 * MS);
        fence.claimed(3_002 * MS);

        assertThat(fence.hasPassed(3_003 * MS)).isTrue();
        assertThat(fence.hasPassed(0)).isTrue();
    }

    @Test
    @DisplayName("E5 a longer lease that is granted too late does not bring back what has ended under the offered one")
    void lateGrant() {
        Fence brief = new Fence(SILENCE, 100, 0);
        brief.claimed(0);

        brief.granted(LONG_LEASE, 200 * MS);

        assertThat(brief.hasPassed(200 * MS)).isTrue();
    }

    @Test
    void acknowledgementsMayOvertakeEachOther() {
        fence.claimed(0);
        fence.renewed(2_000 * MS, 2_100 * MS);
        fence.renewed(1_000 * MS, 2_200 * MS);

        assertThat(fence.left(2_200 * MS)).isEqualTo(2_800 * MS);
    }

    @Test
    void aHeartbeatFromBeforeTheClaimSaysNothingAboutIt() {
        fence.renewed(100 * MS, 100 * MS);
        fence.claimed(1_000 * MS);
        fence.renewed(900 * MS, 1_100 * MS);

        assertThat(fence.left(1_100 * MS)).isEqualTo(2_900 * MS);
    }

    @Test
    @DisplayName("E5 before a claim is sent there is nothing to fence")
    void unclaimed() {
        assertThat(fence.isArmed()).isFalse();
        assertThat(fence.hasPassed(LONG_LEASE * 10 * MS)).isFalse();
        assertThat(fence.left(10_000 * MS)).as("until the lease would end").isEqualTo(49_500 * MS);
    }

    @ParameterizedTest
    @ValueSource(longs = {Long.MAX_VALUE, Long.MAX_VALUE - 1_000 * MS, Long.MIN_VALUE, -1})
    @DisplayName("E11 the clock may pass the end of its range")
    void clockWraps(long start) {
        Fence wrapped = new Fence(SILENCE, LONG_LEASE, start - 10);
        wrapped.claimed(start);
        assertThat(wrapped.hasPassed(start + 2_999 * MS)).isFalse();

        wrapped.renewed(start + 2_000 * MS, start + 2_999 * MS);

        assertThat(wrapped.hasPassed(start + 4_999 * MS)).isFalse();
        assertThat(wrapped.hasPassed(start + 5_000 * MS)).isTrue();
    }

    @Test
    void anEndlessLeaseIsNoOverflow() {
        Fence endless = new Fence(SILENCE, Long.MAX_VALUE, 100);

        assertThat(endless.left(50)).isPositive();
        endless.claimed(100);
        assertThat(endless.hasPassed(100 + SILENCE.toNanos() - 1)).isFalse();
    }
}

package dev.odradek.ingest.claim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.odradek.topics.command.Token;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class UnspokenTest {
    private static final ClaimHandle.Holder WORKER = new ClaimHandle.Holder("w", "life");
    private static final Duration LEASE = Duration.ofMinutes(30);
    private static final long LONG_AFTER = Unspoken.PATIENCE.toNanos() + 1;

    private final Unspoken unspoken = new Unspoken();

    @Test
    void aWorkerThatTwiceDoesNotNameAClaimNeverGotIt() {
        granted("a", WORKER);
        granted("b", WORKER);

        assertThat(said(LONG_AFTER, claim("b", WORKER))).isEmpty();
        assertThat(said(LONG_AFTER, claim("b", WORKER))).containsExactly(claim("a", WORKER));
        assertThat(said(LONG_AFTER)).isEmpty();
    }

    @Test
    void nothingIsLostSoSoonOrAfterItWasSpokenOf() {
        granted("a", WORKER);
        assertThat(said(1)).isEmpty();
        assertThat(said(2)).isEmpty();

        unspoken.spokenOf(claim("a", WORKER));
        assertThat(said(LONG_AFTER)).isEmpty();
        assertThat(said(LONG_AFTER)).isEmpty();
    }

    @Test
    void othersAndThoseWhoSayNothingAreNotJudged() {
        granted("a", new ClaimHandle.Holder("w", "another life"));
        granted("b", new ClaimHandle.Holder("w", null));

        assertThat(said(LONG_AFTER)).isEmpty();
        assertThat(said(LONG_AFTER)).isEmpty();
        assertThat(unspoken.size()).isEqualTo(1);
    }

    @Test
    void whatNobodySpeaksOfIsForgottenInTheEnd() {
        granted("old", WORKER);
        unspoken.granted(claim("young", WORKER), LEASE, LONG_AFTER);

        assertThat(said(Unspoken.KEPT.toNanos() + 1)).isEmpty();
        assertThat(unspoken.size()).isEqualTo(1);
        unspoken.granted(claim("none", new ClaimHandle.Holder("w", null)), LEASE, 2 * Unspoken.KEPT.toNanos());
        assertThat(unspoken.size()).isZero();
    }

    private void granted(String id, ClaimHandle.Holder holder) {
        unspoken.granted(claim(id, holder), LEASE, 0);
    }

    private List<ClaimHandle> said(long nanos, ClaimHandle... all) {
        return unspoken.said("acme", WORKER, List.of(all), nanos).stream()
                .map(Unspoken.Grant::claim)
                .toList();
    }

    private static ClaimHandle claim(String id, ClaimHandle.Holder holder) {
        return new ClaimHandle(new AxisKey("acme", 0, id, "status"), new Token(1, id), id, holder);
    }
}

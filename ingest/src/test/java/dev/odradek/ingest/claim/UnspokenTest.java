package dev.odradek.ingest.claim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.odradek.topics.command.Token;
import java.util.List;
import org.junit.jupiter.api.Test;

class UnspokenTest {
    private static final ClaimHandle.Holder WORKER = new ClaimHandle.Holder("w", "life");
    private static final long LONG_AFTER = Unspoken.PATIENCE.toNanos() + 1;

    private final Unspoken unspoken = new Unspoken();

    @Test
    void aWorkerThatTwiceDoesNotNameAClaimNeverGotIt() {
        unspoken.granted(claim("a", WORKER), 0);
        unspoken.granted(claim("b", WORKER), 0);

        assertThat(said(LONG_AFTER, claim("b", WORKER))).isEmpty();
        assertThat(said(LONG_AFTER, claim("b", WORKER))).containsExactly(claim("a", WORKER));
        assertThat(said(LONG_AFTER)).isEmpty();
    }

    @Test
    void nothingIsLostSoSoonOrAfterItWasSpokenOf() {
        unspoken.granted(claim("a", WORKER), 0);
        assertThat(said(1)).isEmpty();
        assertThat(said(2)).isEmpty();

        unspoken.spokenOf(claim("a", WORKER));
        assertThat(said(LONG_AFTER)).isEmpty();
        assertThat(said(LONG_AFTER)).isEmpty();
    }

    @Test
    void othersAndThoseWhoSayNothingAreNotJudged() {
        unspoken.granted(claim("a", new ClaimHandle.Holder("w", "another life")), 0);
        unspoken.granted(claim("b", new ClaimHandle.Holder("w", null)), 0);

        assertThat(said(LONG_AFTER)).isEmpty();
        assertThat(said(LONG_AFTER)).isEmpty();
        assertThat(unspoken.size()).isEqualTo(1);
    }

    private List<ClaimHandle> said(long nanos, ClaimHandle... all) {
        return unspoken.said("acme", WORKER, List.of(all), nanos);
    }

    private static ClaimHandle claim(String id, ClaimHandle.Holder holder) {
        return new ClaimHandle(new AxisKey("acme", id, "status"), new Token(1, id), id, holder);
    }
}

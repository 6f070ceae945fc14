package dev.odradek.ingest.claim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.odradek.topics.command.Token;
import dev.odradek.topics.event.Cause;
import org.junit.jupiter.api.Test;

class KnownClaimsTest {
    private static final AxisKey KEY = new AxisKey("acme", 0, "item", "status");
    private static final ClaimHandle CLAIM = claim(3, "mine");

    private final KnownClaims known = new KnownClaims(2);

    @Test
    void onlyWhatWasGrantedIsHeldAndNoOtherEpochOfIt() {
        known.held(CLAIM, at(5));

        assertThat(known.isHeld(CLAIM)).isTrue();
        assertThat(known.isHeld(claim(Long.MAX_VALUE, "mine"))).isFalse();
        assertThat(known.isHeld(claim(3, "another's"))).isFalse();
    }

    @Test
    void aLaterFactThatDoesNotNameItEndsItWhateverItsEpoch() {
        known.held(CLAIM, at(5));
        assertThat(known.hear(fact(9, 3, null))).as("cancelled").contains(CLAIM);
        assertThat(known.isHeld(CLAIM)).isFalse();
        assertThat(known.hear(fact(9, 3, null))).as("told once").isEmpty();

        known.held(CLAIM, at(5));
        assertThat(known.hear(fact(9, 4, "another's"))).as("taken over").contains(CLAIM);
    }

    @Test
    void whatWasBeforeTheGrantOrNamesItEndsNothing() {
        known.held(CLAIM, at(5));

        assertThat(known.hear(fact(4, 3, null))).as("the offer, heard late").isEmpty();
        assertThat(known.hear(fact(5, 3, "mine"))).isEmpty();
        assertThat(known.hear(fact(8, 3, "mine"))).as("kept on completing").isEmpty();
        assertThat(known.isHeld(CLAIM)).isTrue();
    }

    @Test
    void whatItsOwnWorkerEndsIsNoLoss() {
        known.held(CLAIM, at(5));
        known.forget(CLAIM);

        assertThat(known.hear(fact(9, 4, null))).isEmpty();
    }

    private static ClaimHandle claim(long epoch, String id) {
        return new ClaimHandle(KEY, new Token(epoch, id), "item", new ClaimHandle.Holder("w", "life"));
    }

    private static AxisFact fact(long at, long epoch, String claimId) {
        return new AxisFact(KEY, at(at), epoch, false, claimId == null ? null : "w", claimId);
    }

    private static Cause at(long offset) {
        return new Cause(0, offset, 0);
    }
}

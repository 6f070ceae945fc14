package dev.odradek.runtime.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class OffsetLedgerTest {
    private final OffsetLedger ledger = new OffsetLedger();

    @Test
    void nothingTakenIsNothingToCommit() {
        assertThat(ledger.toCommit()).isEmpty();
    }

    @Test
    @DisplayName("X14 one dispatch that is not settled holds back the offset, not the others")
    void lowestOpenIsCommitted() {
        taken(10, 11, 12, 13);

        ledger.settled(11);
        ledger.settled(13);
        assertThat(ledger.toCommit()).hasValue(10);

        ledger.settled(10);
        assertThat(ledger.toCommit()).hasValue(12);

        ledger.settled(12);
        assertThat(ledger.toCommit()).hasValue(14);
        assertThat(ledger.open()).isZero();
    }

    @Test
    void offsetsMayHaveGaps() {
        taken(3, 7, 20);

        ledger.settled(3);
        ledger.settled(20);
        assertThat(ledger.toCommit()).hasValue(7);
    }

    @Test
    void whatIsCommittedIsNotCommittedAgain() {
        taken(0, 1);
        ledger.settled(0);
        ledger.committed(1);
        assertThat(ledger.toCommit()).isEmpty();

        ledger.settled(1);
        assertThat(ledger.toCommit()).hasValue(2);
    }

    @Test
    void settlingTwiceOrWhatWasNeverTakenChangesNothing() {
        taken(5);
        ledger.settled(4);
        ledger.settled(5);
        ledger.settled(5);
        assertThat(ledger.toCommit()).hasValue(6);
    }

    private void taken(long... offsets) {
        for (long offset : offsets) {
            ledger.taken(offset);
        }
    }
}

package dev.odradek.runtime.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class OffsetLedgerTest {
    private final OffsetLedger ledger = new OffsetLedger();
    private final Map<Long, Receipt> receipts = new HashMap<>();

    @Test
    void nothingTakenIsNothingToCommit() {
        assertThat(ledger.toCommit()).isEmpty();
    }

    @Test
    @DisplayName("X14 one dispatch that is not settled holds back the offset, not the others")
    void lowestOpenIsCommitted() {
        taken(10, 11, 12, 13);

        settled(11);
        settled(13);
        assertThat(ledger.toCommit()).hasValue(10);

        settled(10);
        assertThat(ledger.toCommit()).hasValue(12);

        settled(12);
        assertThat(ledger.toCommit()).hasValue(14);
    }

    @Test
    void offsetsMayHaveGaps() {
        taken(3, 7, 20);

        settled(3);
        settled(20);
        assertThat(ledger.toCommit()).hasValue(7);
    }

    @Test
    void offsetsMayComeAgain() {
        taken(7, 8);
        taken(3);

        settled(7);
        settled(8);
        assertThat(ledger.toCommit()).hasValue(3);
        settled(3);
        assertThat(ledger.toCommit()).hasValue(9);
    }

    @Test
    void whatIsCommittedIsNotCommittedAgain() {
        taken(0, 1);
        settled(0);
        ledger.committed(1);
        assertThat(ledger.toCommit()).isEmpty();

        settled(1);
        assertThat(ledger.toCommit()).hasValue(2);
    }

    @Test
    void settlingTwiceChangesNothing() {
        taken(5);
        settled(5);
        settled(5);
        assertThat(ledger.toCommit()).hasValue(6);
    }

    private void taken(long... offsets) {
        for (long offset : offsets) {
            receipts.put(offset, ledger.taken(offset));
        }
    }

    private void settled(long offset) {
        Receipt receipt = receipts.get(offset);
        assertThat(receipt).isNotNull();
        receipt.settled();
    }
}

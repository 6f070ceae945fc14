package dev.odradek.ingest.claim;

import static dev.odradek.ingest.claim.Offers.AGAIN;
import static dev.odradek.ingest.claim.Offers.NORMAL;
import static dev.odradek.ingest.claim.Offers.claimed;
import static dev.odradek.ingest.claim.Offers.offer;
import static dev.odradek.ingest.claim.Offers.offered;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class OfferBoardTest {
    private final OfferBoard board = new OfferBoard(new OfferBoard.Bounds(10, 1_000));

    @Test
    void theOldestIsReservedFirst() {
        board.put(offer(NORMAL, "b", 1, 2));
        board.put(offer(NORMAL, "a", 1, 1));

        assertThat(items(3)).containsExactly("a", "b");
    }

    @Test
    void whatCameBackGoesFirstButEveryFourthIsFresh() {
        for (int i = 0; i < 5; i++) {
            board.put(offer(AGAIN, "again" + i, 2, i));
        }
        board.put(offer(NORMAL, "fresh0", 1, 10));
        board.put(offer(NORMAL, "fresh1", 1, 11));

        assertThat(items(7)).containsExactly("again0", "again1", "again2", "fresh0", "again3", "again4", "fresh1");
    }

    @Test
    void onlyTheAxisThatIsAskedForIsReserved() {
        board.put(offer(NORMAL, "a", "status", 1, 1));
        board.put(offer(NORMAL, "b", "sync", 1, 2));

        assertThat(board.reserve("sync").map(each -> each.dispatch().itemId())).contains("b");
        assertThat(board.reserve("sync")).isEmpty();
    }

    @Test
    void whicheverOfAnAxisIsReservedTheOthersStayFree() {
        for (int i = 0; i < 8; i++) {
            board.put(offer(NORMAL, "i" + i, i == 3 ? "sync" : "status", 1, i));
        }

        assertThat(board.reserve("sync").map(each -> each.dispatch().itemId())).contains("i3");
        assertThat(items(8)).containsExactly("i0", "i1", "i2", "i4", "i5", "i6", "i7");
    }

    @Test
    void aReservedOfferStaysOnTheBoardUntilTheLogHasAnswered() {
        board.put(offer(NORMAL, "a", 1, 1));
        Offer reserved = board.reserve(null).orElseThrow();

        assertThat(board.size()).isEqualTo(1);
        assertThat(board.hasFree()).isFalse();
        assertThat(board.strike(reserved)).contains(reserved);
        assertThat(board.size()).isZero();
    }

    @Test
    void whatIsPutBackKeepsItsPlace() {
        board.put(offer(NORMAL, "a", 1, 1));
        board.put(offer(NORMAL, "b", 1, 2));
        Offer first = board.reserve(null).orElseThrow();

        assertThat(board.putBack(first)).isTrue();

        assertThat(items(2)).containsExactly("a", "b");
    }

    @Test
    void aFactEndsTheOffersBeforeItAlsoReservedOnes() {
        board.put(offer(NORMAL, "a", 1, 1));
        Offer reserved = board.reserve(null).orElseThrow();

        assertThat(board.settle(claimed("a", 1, 5))).contains(reserved);
        assertThat(board.putBack(reserved)).isFalse();
        assertThat(board.strike(reserved)).isEmpty();
    }

    @Test
    void aFactDoesNotEndTheOfferThatFollowsFromIt() {
        Offer again = offer(AGAIN, "a", 2, 5);
        board.put(again);

        assertThat(board.settle(offered("a", 2, 5))).isEmpty();
        assertThat(board.settle(claimed("a", 1, 3))).isEmpty();
        assertThat(board.size()).isEqualTo(1);
    }

    @Test
    void anOfferMadeAgainKeepsItsPlaceAndWhoeverAsksForItAsksForThisOne() {
        Offer first = offer(NORMAL, "a", 1, 1);
        board.put(first);
        board.put(offer(NORMAL, "b", 1, 2));
        Offer reserved = board.reserve(null).orElseThrow();

        Optional<Offer> over = board.put(offer(NORMAL, "a", 1, 9));

        assertThat(over).contains(first);
        assertThat(board.reserve(null).map(each -> each.dispatch().itemId())).contains("b");
        assertThat(board.putBack(reserved)).isTrue();
        assertThat(items(1)).containsExactly("a");
    }

    @Test
    void aNewEpochReplacesTheOldOneWhicheverIsReadFirst() {
        Offer old = offer(NORMAL, "a", 1, 1);
        Offer young = offer(AGAIN, "a", 2, 5);

        assertThat(board.put(young)).isEmpty();
        assertThat(board.put(old)).contains(old);
        assertThat(board.size()).isEqualTo(1);
        assertThat(board.reserve(null)).contains(young);
    }

    @Test
    void theLoserOfAnOldEpochDoesNotTakeDownTheNewOffer() {
        Offer old = offer(NORMAL, "a", 1, 1);
        board.put(old);
        board.reserve(null);
        board.put(offer(AGAIN, "a", 2, 5));

        assertThat(board.strike(old)).isEmpty();
        assertThat(items(1)).containsExactly("a");
    }

    @Test
    void itIsFullByNumberOrByBytes() {
        for (int i = 0; i < 9; i++) {
            board.put(offer(NORMAL, "i" + i, 1, i));
        }
        assertThat(board.isFull("status")).isFalse();
        board.put(offer(NORMAL, "last", 1, 10));
        assertThat(board.isFull("status")).isTrue();
        assertThat(board.isFull("sync")).as("another axis").isFalse();
        assertThat(board.isFull()).isTrue();

        OfferBoard small = new OfferBoard(new OfferBoard.Bounds(10, 150));
        small.put(offer(NORMAL, "a", 1, 1));
        assertThat(small.hasRoom("status")).isFalse();
        assertThat(small.hasRoom("sync")).isTrue();
        small.put(offer(NORMAL, "b", 1, 2));
        assertThat(small.isFull("status")).isTrue();
    }

    private List<String> items(int most) {
        List<String> found = new ArrayList<>();
        for (int i = 0; i < most; i++) {
            board.reserve(null).ifPresent(each -> found.add(each.dispatch().itemId()));
        }
        return found;
    }
}

package dev.odradek.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ClaimBookTest {
    private final ClaimBook book = new ClaimBook(100);
    private final Job job = Fixtures.job("i", "c1");

    @Test
    void anAnswerIsForOneClaimAndOnlyOnce() {
        book.open(job, 0);

        assertThat(book.answered("other")).isEmpty();
        assertThat(book.answered("c1")).contains(job);
        assertThat(book.answered("c1")).isEmpty();
        assertThat(book.size()).isZero();
    }

    @Test
    void anUnansweredClaimIsDueAgainAndAgain() {
        book.open(job, 0);

        assertThat(book.overdue(99)).isEmpty();
        assertThat(book.overdue(100)).containsExactly(job);
        assertThat(book.overdue(150)).isEmpty();
        assertThat(book.overdue(200)).containsExactly(job);
    }

    @Test
    void timeMayPassTheEndOfItsRange() {
        book.open(job, Long.MAX_VALUE - 10);

        assertThat(book.overdue(Long.MAX_VALUE)).isEmpty();
        assertThat(book.overdue(Long.MIN_VALUE + 200)).containsExactly(job);
    }
}

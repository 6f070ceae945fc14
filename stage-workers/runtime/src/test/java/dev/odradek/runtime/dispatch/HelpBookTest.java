package dev.odradek.runtime.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.odradek.runtime.dispatch.HelpBook.Lag;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class HelpBookTest {
    private static final Duration AFTER = Duration.ofMillis(500);
    private static final int WINDOW = 8;

    private final HelpBook<String, String> book = book(1);
    private long now = 1_000;

    @Test
    void whatHasJustComeIsLeftToItsOwner() {
        look(Map.of("p", new Lag(0, 3)));
        assertThat(book.toRead()).isEmpty();

        look(Map.of("p", new Lag(3, 5)));
        assertThat(book.toRead()).as("what was there before is settled").isEmpty();

        look(Map.of("p", new Lag(3, 7)));
        assertThat(book.toRead()).as("what was there before is not").containsExactly(Map.entry("p", 3L));
        read(book, "p", 3, 7);
        assertThat(all()).as("but not what came since").containsExactlyInAnyOrder("p3", "p4");

        look(Map.of("p", new Lag(3, 7)));
        assertThat(all()).containsExactlyInAnyOrder("p5", "p6");
    }

    @Test
    void aLookTooSoonAfterTheLastMakesNothingOld() {
        book.looked(Map.of("p", new Lag(0, 3)), now);
        book.looked(Map.of("p", new Lag(0, 3)), now + AFTER.toNanos() - 1);
        assertThat(book.toRead()).isEmpty();

        book.looked(Map.of("p", new Lag(0, 3)), now + AFTER.toNanos());
        assertThat(book.toRead()).hasSize(1);
    }

    @Test
    @DisplayName("each dispatch is read and tried once, and none that its owner has settled in between")
    void eachOnce() {
        waiting(Map.of("p", new Lag(0, 5)));
        read(book, "p", 0, 5);
        assertThat(book.toRead()).isEmpty();
        look(Map.of("p", new Lag(4, 5)));

        assertThat(all()).containsExactly("p4");
        look(Map.of("p", new Lag(4, 5)));
        assertThat(book.toRead()).isEmpty();
        assertThat(all()).isEmpty();
    }

    @Test
    void theEndOfATransactionIsReadPastOnlyOnce() {
        waiting(Map.of("p", new Lag(4, 5)));
        assertThat(book.toRead()).hasSize(1);
        book.readUpTo("p", 5);

        look(Map.of("p", new Lag(4, 5)));
        assertThat(book.toRead()).isEmpty();
    }

    @Test
    void noMoreIsReadThanFitsIntoTheWindow() {
        waiting(Map.of("p", new Lag(0, 1_000)));
        read(book, "p", 0, WINDOW);
        assertThat(book.toRead()).isEmpty();

        for (int i = 0; i < WINDOW / 2; i++) {
            assertThat(book.next()).isPresent();
        }
        assertThat(book.toRead()).containsExactly(Map.entry("p", (long) WINDOW));
    }

    @Test
    @DisplayName("it begins anywhere and goes on from there until it is refused")
    void runs() {
        waiting(Map.of("p", new Lag(0, 1_000), "q", new Lag(0, 1_000)));
        read(book, "p", 0, 500);
        read(book, "q", 0, 500);

        Tried first = next();
        assertThat(next()).isEqualTo(first.plus(1));
        assertThat(next()).isEqualTo(first.plus(2));

        book.refused(first.partition(), first.offset() + 1);
        Tried elsewhere = next();
        assertThat(elsewhere).isNotEqualTo(first.plus(3));
        book.refused(first.partition(), first.offset() + 2);
        assertThat(next()).as("the answers to the run before say nothing").isEqualTo(elsewhere.plus(1));
    }

    @Test
    void whatHasBecomeItsOwnIsForgotten() {
        waiting(Map.of("p", new Lag(0, 5)));
        read(book, "p", 0, 5);

        look(Map.of());
        assertThat(all()).isEmpty();
    }

    @Test
    @DisplayName("while nothing waits it looks ever more rarely, also while others are busy and keep up")
    void patience() {
        List<Long> pauses = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            look(Map.of("p", new Lag(10 * i, 10 * i + 5)));
            pauses.add(Duration.ofNanos(book.pauseNanos()).toMillis());
        }
        assertThat(pauses).endsWith(4_000L, 500L, 4_000L);

        book.hadOwnWork();
        look(Map.of("p", new Lag(200, 200)));
        look(Map.of("p", new Lag(200, 200)));
        assertThat(book.pauseNanos()).isEqualTo(4 * AFTER.toNanos());

        waiting(Map.of("p", new Lag(200, 300)));
        assertThat(book.pauseNanos()).as("something waits").isEqualTo(AFTER.toNanos());
    }

    @Test
    @DisplayName(
            "A64 three who help with the same 700 dispatches do them all, and are refused less than once per dispatch")
    void several() {
        for (int seed = 0; seed < 20; seed++) {
            Set<String> done = new HashSet<>();
            int refused = 0;
            List<HelpBook<String, String>> helpers = List.of(book(seed), book(seed + 100), book(seed + 200));
            Map<String, Lag> lags = Map.of("p", new Lag(0, 350), "q", new Lag(0, 350));
            helpers.forEach(helper -> helper.looked(lags, now));
            helpers.forEach(helper -> helper.looked(lags, now + AFTER.toNanos()));
            for (int i = 0; i < 700; i++) {
                for (HelpBook<String, String> helper : helpers) {
                    helper.toRead().forEach((p, from) -> read(helper, p, from, Math.min(350, from + WINDOW)));
                    Optional<String> tried = helper.next();
                    if (tried.isPresent() && !done.add(tried.get())) {
                        refused++;
                        helper.refused(
                                tried.get().substring(0, 1),
                                Long.parseLong(tried.get().substring(1)));
                    }
                }
            }

            assertThat(done).as("seed " + seed).hasSize(700);
            // By the time all is done everybody may have tried everything: at most two in three claims are refused.
            assertThat(refused).as("seed " + seed).isLessThanOrEqualTo(1_400);
        }
    }

    private record Tried(String partition, long offset) {
        Tried plus(long more) {
            return new Tried(partition, offset + more);
        }
    }

    private static HelpBook<String, String> book(int seed) {
        return new HelpBook<>(AFTER, WINDOW, new Random(seed));
    }

    private Tried next() {
        String tried = book.next().orElseThrow();
        return new Tried(tried.substring(0, 1), Long.parseLong(tried.substring(1)));
    }

    private List<String> all() {
        List<String> tried = new ArrayList<>();
        for (Optional<String> next = book.next(); next.isPresent(); next = book.next()) {
            tried.add(next.get());
        }
        return tried;
    }

    private void look(Map<String, Lag> lags) {
        now += AFTER.toNanos();
        book.looked(lags, now);
    }

    private void waiting(Map<String, Lag> lags) {
        look(lags);
        look(lags);
    }

    private static void read(HelpBook<String, String> book, String partition, long from, long to) {
        for (long offset = from; offset < to; offset++) {
            book.read(partition, offset, partition + offset);
        }
    }
}

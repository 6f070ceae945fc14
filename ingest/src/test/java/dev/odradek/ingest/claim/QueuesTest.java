package dev.odradek.ingest.claim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.odradek.ingest.http.Problem;
import dev.odradek.ingest.http.ProblemException;
import dev.odradek.topics.settings.Settings;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class QueuesTest {
    private static final OfferBoard.Bounds BOUNDS = new OfferBoard.Bounds(1, 1);

    private final Queues queues = new Queues(new ClaimConfig(new Settings(Map.of(), Map.of())));

    @Test
    void aTenantThatAsksForTooManyQueuesThatAreNotThereStarvesNobodyElse() {
        for (int each = 0; each < Queues.MOST_UNREAD; each++) {
            queues.ask("made-up-" + each, "greedy");
        }

        assertThatThrownBy(() -> queues.ask("one-more", "greedy"))
                .isInstanceOfSatisfying(
                        ProblemException.class, e -> assertThat(e.problem()).isEqualTo(Problem.OVERLOADED));
        assertThatCode(() -> queues.ask("made-up-0", "greedy"))
                .as("one of those it has")
                .doesNotThrowAnyException();
        assertThatCode(() -> queues.ask("one-more", "modest")).doesNotThrowAnyException();
    }

    @Test
    void whatIsThereCountsForNobody() {
        for (int each = 0; each < Queues.MOST_UNREAD + 10; each++) {
            queues.ask("real-" + each, "large");
            queues.found("real-" + each, true);
        }

        assertThat(queues.due(System.nanoTime())).isEmpty();
    }

    @Test
    void aQueueThatIsNotThereIsLookedForEverLater() {
        AskedQueue queue = new AskedQueue("made-up", new QueueOffers(BOUNDS, new AxisFacts(1)), 0);
        assertThat(queue.isDue(0)).isTrue();

        queue.found(false, at(0));
        assertThat(queue.isDue(at(249))).isFalse();
        assertThat(queue.isDue(at(250))).isTrue();
        queue.found(false, at(10_000));
        assertThat(queue.isDue(at(10_999))).isFalse();
        assertThat(queue.isDue(at(11_000))).isTrue();
        queue.found(false, at(1_000_000));
        assertThat(queue.isDue(at(1_008_000))).isTrue();

        queue.found(true, at(1_008_000));
        assertThat(queue.isDue(at(2_000_000))).as("it is read").isFalse();
    }

    private static long at(long millis) {
        return Duration.ofMillis(millis).toNanos();
    }

    @Test
    void whatIsNotThereIsForgottenSoonerThanWhatIs() {
        queues.ask("made-up", "acme");
        queues.ask("real", "acme");
        queues.found("real", true);

        long later = System.nanoTime() + Duration.ofMinutes(2).toNanos();
        assertThat(queues.forget(later)).containsExactly("made-up");
        assertThat(queues.forget(later + Duration.ofMinutes(10).toNanos())).containsExactly("real");
    }
}

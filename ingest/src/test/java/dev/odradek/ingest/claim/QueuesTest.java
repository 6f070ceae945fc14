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
        queues.ask("made-up", "acme");
        assertThat(queues.due(System.nanoTime())).containsExactly("made-up");

        long pause = AskedQueue.FIRST_PAUSE;
        for (int look = 0; look < 10; look++) {
            queues.found("made-up", false);
            long looked = System.nanoTime();
            assertThat(queues.due(looked + pause / 2)).isEmpty();
            assertThat(queues.due(looked + pause)).containsExactly("made-up");
            pause = Math.min(2 * pause, AskedQueue.LONGEST_PAUSE);
        }
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

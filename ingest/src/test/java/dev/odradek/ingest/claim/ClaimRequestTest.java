package dev.odradek.ingest.claim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.odradek.ingest.http.Causes;
import dev.odradek.ingest.http.Problem;
import dev.odradek.ingest.http.ProblemException;
import dev.odradek.topics.event.Answer;
import dev.odradek.topics.event.AnswerRecord;
import dev.odradek.topics.event.Cause;
import dev.odradek.topics.event.Refusal;
import dev.odradek.topics.settings.Settings;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;

/** Whatever happens on its way, a request for work is answered. */
class ClaimRequestTest {
    private static final AnswerRecord DENIED = new AnswerRecord(
            AnswerRecord.SCHEMA,
            Offers.TENANT,
            new Cause(0, 1, 0),
            "asker",
            "command",
            new Answer.Denied("item", "claim", Refusal.WITHHELD, "the queue is paused", null));

    private final Queues queues = new Queues(new ClaimConfig(new Settings(Map.of(), Map.of())));
    private final Deque<CompletableFuture<AnswerRecord>> asked = new ArrayDeque<>();
    private long offset;

    @Test
    void whoIsDeniedAgainAndAgainGivesUpWhenItsTimeIsOver() {
        offers(100);
        ClaimRequest request = request(this::ask);

        asked.remove().complete(DENIED);
        assertThat(asked).as("the next offer").hasSize(1);
        request.giveUp();
        assertThat(request.result()).as("it may still be granted").isNotDone();
        asked.remove().complete(DENIED);

        assertThat(asked).isEmpty();
        assertThat(request.result()).isCompletedWithValue(List.of());
    }

    @Test
    void whoMayNotWaitAgainIsToldSo() {
        offers(1);
        ClaimRequest request = request(this::ask);
        queues.forget(System.nanoTime() + Duration.ofMinutes(11).toNanos());
        for (int each = 0; each < Queues.MOST_UNREAD; each++) {
            queues.ask("made-up-" + each, Offers.TENANT);
        }

        asked.remove().complete(DENIED);

        assertThat(problem(request)).isEqualTo(Problem.OVERLOADED);
    }

    @Test
    void whatCannotBeAskedForIsAFailureAndFreeForOthers() {
        offers(1);
        ClaimRequest request = request((ask, offer) -> {
            throw Problem.INTERNAL.because("It must not be.");
        });

        assertThat(problem(request)).isEqualTo(Problem.INTERNAL);
        assertThat(request(this::ask).result()).isNotDone();
        assertThat(asked).as("the same offer").hasSize(1);
    }

    @Test
    void whoCannotBeToldKeepsNobodyElseWaiting() {
        queues.await("q", queues.turn(), new Broken());
        ClaimRequest next = request(this::ask);

        offers(2);

        assertThat(asked).hasSize(1);
        assertThat(next.result()).isNotDone();
    }

    private static Problem problem(ClaimRequest request) {
        assertThat(request.result()).isCompletedExceptionally();
        return Causes.find(request.result().handle((done, failure) -> failure).join(), ProblemException.class)
                .map(ProblemException::problem)
                .orElseThrow();
    }

    /** One that is read to its end, with so many more on offer. */
    private void offers(int count) {
        queues.ask("q", Offers.TENANT);
        queues.look("q", false, queue -> {
            queue.offers().open(Offers.NORMAL, 0);
            return true;
        });
        queues.found("q", true);
        queues.read("q", offers -> {
            for (int n = 0; n < count; n++) {
                Offer offer = Offers.offer(Offers.NORMAL, "item-" + offset, 1, offset);
                offers.read(Offers.NORMAL, offset, offset, 100, offer.record());
                offset++;
            }
            return Set.of(Offers.TENANT);
        });
    }

    private ClaimRequest request(BiFunction<Ask, Offer, CompletableFuture<AnswerRecord>> core) {
        ClaimHandle.Holder worker = new ClaimHandle.Holder("w", null);
        Ask ask = new Ask(Offers.TENANT, "q", worker, null, 1, Duration.ofSeconds(30));
        ClaimRequest request = new ClaimRequest(ask, queues, core);
        request.begin();
        return request;
    }

    private CompletableFuture<AnswerRecord> ask(Ask ask, Offer offer) {
        CompletableFuture<AnswerRecord> answer = new CompletableFuture<>();
        asked.add(answer);
        return answer;
    }

    /** Waits for one offer and fails with it. */
    private static final class Broken implements Waiter {
        @Override
        public String tenant() {
            return Offers.TENANT;
        }

        @Override
        public String axis() {
            return "status";
        }

        @Override
        public int wants() {
            return 1;
        }

        @Override
        public boolean isLate() {
            return false;
        }

        @Override
        public void take(List<Offer> offers) {
            throw new IllegalStateException("it cannot be told");
        }

        @Override
        public void leaveEmpty() {}
    }
}

package dev.odradek.ingest.item;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.odradek.ingest.IngestConfig;
import dev.odradek.ingest.Reading;
import dev.odradek.ingest.Reading.Answered;
import dev.odradek.ingest.http.Problem;
import dev.odradek.ingest.http.ProblemException;
import dev.odradek.topics.settings.Settings;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LookupTest {
    @Test
    void anItemHasItsKeyOrItsOwnIdOrIsNotThere() {
        assertThat(found(200, "{\"partition_key\": \"customer\"}")).contains("customer");
        assertThat(found(200, "{}")).contains("an item");
        assertThat(found(404, "{}")).isEmpty();
    }

    @ParameterizedTest(name = "{0} {1}")
    @CsvSource({"503, {}", "500, {}", "401, {}", "200, no json"})
    void whatTheReadsCannotSayIsNotTakenForAbsent(int status, String body) {
        assertThatThrownBy(() -> found(status, body)).satisfies(LookupTest::isAway);
    }

    @Test
    void aReadThatThrowsIsNotTakenForAbsent() {
        Reading broken = (path, query) -> {
            throw new IllegalStateException("partitions move");
        };
        try (Lookup lookup = lookup(broken, "10s")) {
            assertThatThrownBy(() -> lookup.partitionKey("t", "a").join()).satisfies(LookupTest::isAway);
            assertThat(lookup.queues("t").join()).as("nobody can say").isEmpty();
        }
    }

    @Test
    void whoeverHasWaitedLongEnoughHearsSoAndIsNotReadForAnyMore() {
        CountDownLatch blocked = new CountDownLatch(1);
        AtomicInteger begun = new AtomicInteger();
        try (Lookup lookup = lookup(waiting(blocked, begun), "50ms")) {
            var all = IntStream.range(0, Lookup.MOST_AT_ONCE + 3)
                    .mapToObj(n -> lookup.partitionKey("t", "a" + n))
                    .toList();

            assertThat(all).allSatisfy(each -> assertThatThrownBy(each::join).satisfies(LookupTest::isAway));
            assertThat(begun).hasValue(Lookup.MOST_AT_ONCE);
            blocked.countDown();
            Awaitility.await()
                    .untilAsserted(() ->
                            assertThat(lookup.partitionKey("t", "b").join()).contains("b"));
        }
    }

    @Test
    void onlySoManyMayWait() {
        CountDownLatch blocked = new CountDownLatch(1);
        try (Lookup lookup = lookup(waiting(blocked, new AtomicInteger()), "1m")) {
            var taken = IntStream.range(0, Lookup.MOST_AT_ONCE + Lookup.MOST_WAITING)
                    .mapToObj(n -> lookup.partitionKey("t", "a" + n))
                    .toList();

            assertThatThrownBy(() -> lookup.partitionKey("t", "b").join()).satisfies(LookupTest::isAway);

            blocked.countDown();
            CompletableFuture.allOf(taken.toArray(CompletableFuture<?>[]::new)).join();
        }
    }

    private static Optional<String> found(int status, String body) {
        try (Lookup lookup = lookup((path, query) -> new Answered(status, "application/json", body), "10s")) {
            return lookup.partitionKey("t", "an item").join();
        }
    }

    private static Reading waiting(CountDownLatch blocked, AtomicInteger begun) {
        return (path, query) -> {
            begun.incrementAndGet();
            try {
                blocked.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return new Answered(200, "application/json", "{}");
        };
    }

    private static Lookup lookup(Reading reading, String patience) {
        return new Lookup(
                reading, IngestConfig.from(new Settings(Map.of("odradek.ingest.patience", patience), Map.of())));
    }

    private static void isAway(Throwable failure) {
        Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
        assertThat(cause).isInstanceOfSatisfying(ProblemException.class, problem -> {
            assertThat(problem.problem()).isEqualTo(Problem.NO_READ_MODEL);
            assertThat(problem.detail()).contains("name the partition_key");
        });
    }
}

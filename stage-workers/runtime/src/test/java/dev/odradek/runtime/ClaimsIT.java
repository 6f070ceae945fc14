package dev.odradek.runtime;

import static dev.odradek.runtime.Eventually.eventually;
import static dev.odradek.runtime.Eventually.meanwhile;
import static org.assertj.core.api.Assertions.assertThat;

import dev.odradek.topics.command.ItemCommand.Claim;
import dev.odradek.topics.command.ItemCommand.Complete;
import dev.odradek.topics.command.ItemCommand.Fail;
import dev.odradek.topics.event.Refusal;
import dev.odradek.topics.machine.Mode;
import dev.odradek.topics.machine.Transport;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** When a handler starts, and whose result counts. */
class ClaimsIT {
    private final LogSide log = new LogSide(Transport.SHARED);
    private final List<String> started = new CopyOnWriteArrayList<>();
    private final CountDownLatch letGo = new CountDownLatch(1);

    @AfterEach
    void close() {
        letGo.countDown();
        log.close();
    }

    @Test
    @DisplayName("A6 confirmed: nothing starts without its grant, and an unanswered claim is sent again, the same")
    void confirmedWaitsForTheGrant() {
        log.silent();
        try (Worker worker =
                starting(log.worker().claimTimeout(Duration.ofMillis(200))).start()) {
            log.dispatch(Mode.CONFIRMED, "i");

            eventually(() -> assertThat(log.seen(Claim.class)).hasSizeGreaterThan(2));
            assertThat(log.seen(Claim.class).stream().map(LogSide.Seen::record).distinct())
                    .hasSize(1);
            assertThat(started).isEmpty();

            log.grant(log.seen(Claim.class).get(0));
            log.grant(log.seen(Claim.class).get(1));

            eventually(() -> assertThat(log.itemsOf(Complete.class)).containsExactly("i"));
            assertThat(started).as("a second grant is ignored").containsExactly("i");
            assertThat(worker.metrics()).contains("odradek_worker_claims_granted_total{queue=\"parse\"} 1\n");
        }
    }

    @Test
    @DisplayName("A6 confirmed: answers are listened to before the first claim, so that none has to be asked for twice")
    void noAnswerIsMissed() {
        log.dispatch(Mode.CONFIRMED, LogSide.items("i", 20));
        try (Worker worker =
                starting(log.worker().claimTimeout(Duration.ofMinutes(10))).start()) {
            eventually(() -> assertThat(log.itemsOf(Complete.class)).hasSize(20));
            assertThat(worker.metrics())
                    .contains("odradek_worker_claims_sent_total{queue=\"parse\"} 20\n")
                    .contains("odradek_worker_claims_granted_total{queue=\"parse\"} 20\n");
        }
    }

    @Test
    @DisplayName("E5 a claim that waits for its answer longer than the fence is still good once granted")
    void slowAnswers() {
        log.silent();
        try (Worker worker = starting(log.worker()
                        .presence(Duration.ofMillis(50))
                        .presenceTimeout(Duration.ofSeconds(2))
                        .fenceMargin(Duration.ofMillis(500))
                        .claimTimeout(Duration.ofMillis(600)))
                .start()) {
            log.dispatch(Mode.CONFIRMED, "i");
            eventually(() -> assertThat(log.seen(Claim.class)).hasSizeGreaterThan(3));

            log.grant(log.seen(Claim.class).get(0));

            eventually(() -> assertThat(log.itemsOf(Complete.class)).containsExactly("i"));
            assertThat(worker.metrics()).contains("odradek_worker_fenced_total{queue=\"parse\"} 0\n");
        }
    }

    @Test
    @DisplayName("A6 confirmed: a denied claim frees its slot")
    void deniedFreesTheSlot() {
        log.silent();
        try (Worker worker = starting(log.worker().concurrency(1)).start()) {
            log.dispatch(Mode.CONFIRMED, "first", "second");
            eventually(() -> assertThat(log.itemsOf(Claim.class)).containsExactly("first"));

            log.deny(log.seen(Claim.class).get(0), Refusal.ALREADY_CLAIMED);

            eventually(() -> assertThat(log.itemsOf(Claim.class)).containsExactly("first", "second"));
            assertThat(started).isEmpty();
            assertThat(worker.metrics()).contains("reason=\"already_claimed\"} 1\n");
            log.deny(log.seen(Claim.class).get(1), Refusal.ALREADY_CLAIMED);
        }
    }

    @Test
    void eagerAndQuickNeedsNoClaim() {
        log.silent();
        try (Worker worker =
                starting(log.worker().claimAfter(Duration.ofSeconds(10))).start()) {
            log.dispatch(Mode.EAGER, LogSide.items("i", 20));

            eventually(() -> assertThat(log.itemsOf(Complete.class)).hasSize(20));
            assertThat(log.itemsOf(Claim.class)).isEmpty();
            assertThat(worker.metrics()).contains("odradek_worker_claims_sent_total{queue=\"parse\"} 0\n");
        }
    }

    @Test
    void eagerAndLongClaimsTooAndTheLoserStops() throws Exception {
        log.silent();
        CountDownLatch told = new CountDownLatch(1);
        try (Worker worker = log.worker()
                .handle(work -> {
                    work.onCancel(told::countDown);
                    letGo.await();
                    return Result.done();
                })
                .start()) {
            log.dispatch(Mode.EAGER, "i");
            eventually(() -> assertThat(log.itemsOf(Claim.class)).contains("i"));

            log.deny(log.seen(Claim.class).get(0), Refusal.ALREADY_CLAIMED);
            told.await();
            letGo.countDown();

            eventually(() -> assertThat(worker.metrics()).contains("handler_seconds_count{queue=\"parse\"} 1\n"));
            meanwhile(
                    Duration.ofMillis(500),
                    () -> assertThat(log.itemsOf(Complete.class)).isEmpty());
        }
    }

    @Test
    @DisplayName("A23 who no longer holds the work is told, stops, and says nothing about it")
    void revokedStops() {
        try (Worker worker = log.worker()
                .interruptOnCancel()
                .handle(work -> {
                    started.add(work.itemId());
                    letGo.await();
                    return Result.done();
                })
                .start()) {
            log.dispatch(Mode.CONFIRMED, "i");
            eventually(() -> assertThat(started).containsExactly("i"));

            log.revoke(log.seen(Claim.class).get(0));

            eventually(() -> assertThat(worker.metrics()).contains("revoked_total{queue=\"parse\"} 1\n"));
            log.dispatch(Mode.CONFIRMED, "next");
            eventually(() -> assertThat(started).containsExactly("i", "next"));
            assertThat(log.commands(Fail.class)).isEmpty();
            assertThat(log.commands(Complete.class)).isEmpty();
            letGo.countDown();
        }
    }

    @Test
    @DisplayName("A16 whatever a handler throws is the item's failure, and the worker goes on")
    void exceptionsFailTheItem() {
        try (Worker worker = log.worker()
                .handle(work -> {
                    if (work.itemId().equals("bad")) {
                        throw new AssertionError("no way");
                    }
                    return work.itemId().equals("busy") ? Result.retry("later") : Result.giveUp("never");
                })
                .start()) {
            log.dispatch(Mode.CONFIRMED, "bad", "busy", "hopeless");

            eventually(() -> assertThat(log.commands(Fail.class))
                    .extracting(Fail::error)
                    .containsExactlyInAnyOrder("AssertionError: no way", "later", "never"));
            assertThat(worker.metrics()).contains("odradek_worker_retried_total{queue=\"parse\"} 1\n");
        }
    }

    @Test
    void aCompletionAboveTheSizeLimitFailsTheItemInstead() {
        try (Worker worker = log.worker()
                .handle(work -> Result.done().patch(java.util.Map.of("text", "x".repeat(2_000_000))))
                .start()) {
            log.dispatch(Mode.CONFIRMED, "big");

            eventually(() -> assertThat(log.commands(Fail.class).map(Fail::error))
                    .singleElement()
                    .asString()
                    .contains("bytes, but at most"));
            eventually(() -> assertThat(worker.metrics()).contains("completed_total"));
        }
    }

    private WorkerBuilder starting(WorkerBuilder worker) {
        return worker.handle(work -> {
            started.add(work.itemId());
            return Result.done();
        });
    }
}

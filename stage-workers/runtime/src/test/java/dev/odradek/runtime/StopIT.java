package dev.odradek.runtime;

import static dev.odradek.runtime.Eventually.eventually;
import static dev.odradek.runtime.LogSide.items;
import static org.assertj.core.api.Assertions.assertThat;

import dev.odradek.topics.command.ItemCommand.Claim;
import dev.odradek.topics.command.ItemCommand.Complete;
import dev.odradek.topics.command.ItemCommand.Release;
import dev.odradek.topics.machine.Mode;
import dev.odradek.topics.machine.Transport;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** How a worker ends: nothing it had in hand is lost or left to a time-out. */
class StopIT {
    private final CountDownLatch running = new CountDownLatch(2);
    private final CountDownLatch letGo = new CountDownLatch(1);

    @ParameterizedTest
    @EnumSource(Transport.class)
    void drainLetsHandlersFinishAndTakesNoMore(Transport transport) throws Exception {
        try (LogSide log = new LogSide(transport)) {
            Worker worker = slow(log);
            log.dispatch(Mode.CONFIRMED, items("i", 10));
            running.await();

            CompletableFuture<Void> closing = CompletableFuture.runAsync(worker::close);
            eventually(() -> assertThat(takers()).isZero());
            letGo.countDown();
            closing.get(15, TimeUnit.SECONDS);
            worker.join();

            int done = log.itemsOf(Complete.class).size();
            assertThat(done).isEqualTo(2);
            eventually(() -> assertThat(settled(log)).containsAll(log.itemsOf(Claim.class)));

            Worker next = log.worker().handle(work -> Result.done()).start();
            eventually(() -> assertThat(everTouched(log)).hasSize(10));
            next.close();
        }
    }

    @ParameterizedTest
    @EnumSource(Transport.class)
    void releaseGivesBackEverythingAtOnce(Transport transport) throws Exception {
        try (LogSide log = new LogSide(transport)) {
            Worker worker = slow(log);
            log.dispatch(Mode.CONFIRMED, items("i", 10));
            running.await();

            CompletableFuture.runAsync(() -> worker.close(Stop.RELEASE_NOW)).get(15, TimeUnit.SECONDS);

            eventually(() -> assertThat(log.itemsOf(Release.class))
                    .containsExactlyInAnyOrderElementsOf(log.itemsOf(Claim.class)));
            assertThat(log.itemsOf(Complete.class)).isEmpty();
            letGo.countDown();
        }
    }

    @ParameterizedTest
    @EnumSource(Transport.class)
    @DisplayName("A64 what a stopped worker had not claimed goes to the others")
    void nothingIsLostWhenWorkersComeAndGo(Transport transport) {
        try (LogSide log = new LogSide(transport)) {
            log.dispatch(Mode.EAGER, items("i", 300));
            Set<String> before = new HashSet<>();
            for (int round = 0; round < 3; round++) {
                try (Worker worker = log.worker()
                        .concurrency(4)
                        .handle(work -> Result.done())
                        .start()) {
                    // A quick worker may have done them all already.
                    int more = Math.min(before.size() + 1, 300);
                    eventually(() -> assertThat(new HashSet<>(log.itemsOf(Complete.class)))
                            .hasSizeGreaterThanOrEqualTo(more));
                }
                before.addAll(log.itemsOf(Complete.class));
            }
            try (Worker last = log.worker().handle(work -> Result.done()).start()) {
                eventually(() ->
                        assertThat(new HashSet<>(log.itemsOf(Complete.class))).hasSize(300));
                assertThat(last.id()).isNotBlank();
            }
        }
    }

    private Worker slow(LogSide log) {
        return log.worker()
                .concurrency(2)
                .drain(Duration.ofSeconds(10))
                .handle(work -> {
                    running.countDown();
                    letGo.await();
                    return Result.done();
                })
                .start();
    }

    private static long takers() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("odradek-worker-" + LogSide.QUEUE))
                .count();
    }

    private static Set<String> settled(LogSide log) {
        Set<String> items = new HashSet<>(log.itemsOf(Complete.class));
        items.addAll(log.itemsOf(Release.class));
        return items;
    }

    private static Set<String> everTouched(LogSide log) {
        return new HashSet<>(log.itemsOf(Claim.class));
    }
}

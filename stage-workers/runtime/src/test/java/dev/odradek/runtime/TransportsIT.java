package dev.odradek.runtime;

import static dev.odradek.runtime.Eventually.eventually;
import static dev.odradek.runtime.LogSide.items;
import static org.assertj.core.api.Assertions.assertThat;

import dev.odradek.topics.command.ItemCommand.Claim;
import dev.odradek.topics.command.ItemCommand.Complete;
import dev.odradek.topics.event.Lane;
import dev.odradek.topics.machine.Mode;
import dev.odradek.topics.machine.Transport;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What holds however dispatches travel and claims are made. */
class TransportsIT {

    @ParameterizedTest(name = "{0} {1}")
    @CsvSource({"SHARED, CONFIRMED", "SHARED, EAGER", "PARTITIONED, CONFIRMED", "PARTITIONED, EAGER"})
    @DisplayName("X14 one hung item and 100 short ones on one partition: the 100 finish")
    void hungItemBlocksNobody(Transport transport, Mode mode) throws Exception {
        CountDownLatch letGo = new CountDownLatch(1);
        try (LogSide log = new LogSide(transport);
                Worker worker = log.worker()
                        .concurrency(4)
                        .handle(work -> {
                            if (work.itemId().equals("hung")) {
                                letGo.await();
                            }
                            return Result.done();
                        })
                        .start()) {
            log.dispatch(mode, "hung");
            log.dispatch(mode, sameKeyItems(transport));

            eventually(
                    () -> assertThat(log.itemsOf(Complete.class)).hasSize(100).doesNotContain("hung"));
            letGo.countDown();
            eventually(() -> assertThat(log.itemsOf(Complete.class)).contains("hung"));
            assertThat(worker.metrics()).contains("odradek_worker_completed_total{queue=\"parse\"} 101");
        }
    }

    @ParameterizedTest
    @EnumSource(Transport.class)
    @DisplayName("A13 A22 it drains until empty, each once, and never more at once than its concurrency")
    void drainsWithinConcurrency(Transport transport) {
        Meter meter = new Meter();
        CountDownLatch never = new CountDownLatch(1);
        try (LogSide log = new LogSide(transport);
                Worker worker = log.worker()
                        .concurrency(3)
                        .handle(work -> {
                            meter.enter();
                            never.await(40, TimeUnit.MILLISECONDS);
                            meter.leave();
                            return Result.done();
                        })
                        .start()) {
            log.dispatch(Mode.CONFIRMED, items("i", 60));
            log.dispatch(Lane.AGAIN, Mode.CONFIRMED, items("a", 20));

            eventually(() -> assertThat(log.itemsOf(Complete.class)).hasSize(80).doesNotHaveDuplicates());
            assertThat(log.itemsOf(Claim.class)).doesNotHaveDuplicates();
            assertThat(meter.most()).isEqualTo(3);
            eventually(() -> assertThat(worker.metrics()).contains("heartbeats_total"));
        }
    }

    @ParameterizedTest
    @EnumSource(Transport.class)
    @DisplayName("A7 while both lanes wait, neither starves")
    void neitherLaneStarves(Transport transport) {
        try (LogSide log = new LogSide(transport)) {
            log.dispatch(Lane.NORMAL, Mode.CONFIRMED, items("n", 200));
            log.dispatch(Lane.AGAIN, Mode.CONFIRMED, items("a", 200));
            try (Worker worker =
                    log.worker().concurrency(4).handle(work -> Result.done()).start()) {
                eventually(() -> assertThat(log.itemsOf(Claim.class)).hasSizeGreaterThan(200));
                long again = log.itemsOf(Claim.class).stream()
                        .limit(200)
                        .filter(item -> item.startsWith("a"))
                        .count();

                assertThat(again).as("of the first 200 claims").isBetween(60L, 170L);
                assertThat(worker.id()).startsWith("parse-");
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Transport.class)
    @DisplayName("X11 what is no dispatch is skipped and the queue goes on")
    void unreadableIsSkipped(Transport transport) {
        try (LogSide log = new LogSide(transport);
                Worker worker = log.worker()
                        .concurrency(1)
                        .handle(work -> Result.done())
                        .start()) {
            log.garbage();
            log.dispatch(Mode.EAGER, items("i", 8));

            eventually(() -> assertThat(log.itemsOf(Complete.class)).hasSize(8));
            eventually(() -> assertThat(worker.metrics()).contains("in_flight{queue=\"parse\"} "));
        }
    }

    private static String[] sameKeyItems(Transport transport) {
        if (transport == Transport.SHARED) {
            return items("short", 100);
        }
        // The same partition as the hung one.
        return java.util.stream.IntStream.range(0, 10_000)
                .mapToObj(i -> "short" + i)
                .filter(item -> (item.hashCode() & 0x7fffffff) % 4 == ("hung".hashCode() & 0x7fffffff) % 4)
                .limit(100)
                .toArray(String[]::new);
    }
}

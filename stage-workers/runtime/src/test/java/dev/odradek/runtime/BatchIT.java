package dev.odradek.runtime;

import static dev.odradek.runtime.Eventually.eventually;
import static dev.odradek.runtime.LogSide.items;
import static org.assertj.core.api.Assertions.assertThat;

import dev.odradek.topics.command.ItemCommand.Complete;
import dev.odradek.topics.command.ItemCommand.Fail;
import dev.odradek.topics.event.Heartbeat.Held;
import dev.odradek.topics.machine.Mode;
import dev.odradek.topics.machine.Transport;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Several items in one call of the handler. */
class BatchIT {
    private final LogSide log = new LogSide(Transport.SHARED);
    private final List<Integer> calls = new CopyOnWriteArrayList<>();

    @AfterEach
    void close() {
        log.close();
    }

    @Test
    @DisplayName("A13 one call per window, and no window larger than asked for")
    void oneCallPerWindow() {
        log.dispatch(Mode.CONFIRMED, items("i", 45));
        try (Worker worker = log.worker()
                .concurrency(1)
                .batch(20)
                .batchLinger(Duration.ofMillis(500))
                .handleAll(works -> {
                    calls.add(works.size());
                    return works.stream().map(work -> (Result) Result.done()).toList();
                })
                .start()) {
            eventually(() -> assertThat(log.itemsOf(Complete.class)).hasSize(45).doesNotHaveDuplicates());
            assertThat(calls).containsExactly(20, 20, 5);
            assertThat(worker.metrics()).contains("handler_seconds_count{queue=\"parse\"} 3\n");
        }
    }

    @Test
    @DisplayName("A24 a failing call fails every member, and each member has a result of its own otherwise")
    void failureFailsAll() {
        try (Worker worker = log.worker()
                .concurrency(1)
                .batch(5)
                .batchLinger(Duration.ofMillis(500))
                .handleAll(works -> {
                    calls.add(works.size());
                    if (calls.size() == 1) {
                        throw new IllegalStateException("the whole window");
                    }
                    List<Result> results = new ArrayList<>();
                    works.forEach(
                            work -> results.add(work.itemId().endsWith("0") ? Result.giveUp("zero") : Result.done()));
                    return results;
                })
                .start()) {
            log.dispatch(Mode.CONFIRMED, items("a", 5));
            eventually(() -> assertThat(log.commands(Fail.class).map(Fail::error))
                    .hasSize(5)
                    .containsOnly("IllegalStateException: the whole window"));

            log.dispatch(Mode.CONFIRMED, items("b", 5));
            eventually(() -> assertThat(log.itemsOf(Complete.class)).hasSize(4).doesNotContain("b0"));
            eventually(() -> assertThat(log.itemsOf(Fail.class)).contains("b0").hasSize(6));
        }
    }

    @Test
    @DisplayName("A24 A21 every member of a window is named in the heartbeats, with its progress")
    void allMembersAreHeartbeated() {
        CountDownLatch letGo = new CountDownLatch(1);
        try (Worker worker = log.worker()
                .concurrency(1)
                .batch(4)
                .batchLinger(Duration.ofMinutes(1))
                .presence(Duration.ofMillis(100))
                .handleAll(works -> {
                    works.forEach(work -> work.progress(0.5, "half"));
                    letGo.await();
                    return works.stream().map(work -> (Result) Result.done()).toList();
                })
                .start()) {
            log.dispatch(Mode.CONFIRMED, items("i", 4));

            eventually(() -> assertThat(log.held(worker.id()))
                    .extracting(Held::itemId, Held::progress)
                    .contains(
                            org.assertj.core.groups.Tuple.tuple("i0", 0.5),
                            org.assertj.core.groups.Tuple.tuple("i1", 0.5),
                            org.assertj.core.groups.Tuple.tuple("i2", 0.5),
                            org.assertj.core.groups.Tuple.tuple("i3", 0.5)));
            letGo.countDown();
            eventually(() -> assertThat(log.held(worker.id())).isEmpty());
        }
    }
}

package dev.odradek.runtime;

import static dev.odradek.runtime.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.odradek.topics.machine.Mode;
import dev.odradek.topics.settings.Settings;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class BatchRunnerTest {
    private final Threads threads = Threads.of("parse", 1);
    private final Tally tally = new Tally("parse", () -> 0, () -> 8);
    private final WorkerConfig config = WorkerConfig.from(new Settings(
            Map.of("odradek.worker.queue", "parse", "odradek.worker.batch", "true", "odradek.worker.batch-size", "2"),
            Map.of()));
    private final Fixtures.Hands clock = new Fixtures.Hands();
    private final Fixtures.Hands slowerClock = new Fixtures.Hands();
    private final Job first = Fixtures.job(Fixtures.dispatch("first", Mode.CONFIRMED), "c1", clock);
    private final Job second = Fixtures.job(Fixtures.dispatch("second", Mode.CONFIRMED), "c2", slowerClock);
    private final Watchdog watchdog = new Watchdog(() -> List.of(first, second), Runnable::run, tally);
    private final Map<String, String> outcomes = new ConcurrentSkipListMap<>();
    private final CountDownLatch running = new CountDownLatch(1);
    private final CountDownLatch letGo = new CountDownLatch(1);

    @AfterEach
    void end() {
        letGo.countDown();
        threads.end();
    }

    @Test
    @DisplayName("E5 a window is fenced member by member, and interrupted only once no member counts any more")
    void memberByMember() throws Exception {
        first.startClaim();
        second.startClaim();
        BatchRunner runner = new BatchRunner(this::handle, config, threads, tally, outcome());
        runner.ready(first);
        runner.ready(second);
        running.await();

        clock.pass(Fixtures.SILENCE);
        watchdog.run();
        assertThat(first.cancelled()).isTrue();
        assertThat(second.cancelled()).isFalse();
        assertThat(outcomes).as("the call goes on for the other one").isEmpty();

        second.cancel(false);
        watchdog.run();

        eventually(() -> assertThat(outcomes)
                .containsEntry("first", "InterruptedException")
                .containsEntry("second", "InterruptedException"));
    }

    private List<Result> handle(List<Work> works) throws InterruptedException {
        running.countDown();
        letGo.await();
        return works.stream().map(work -> (Result) Result.done()).toList();
    }

    private Outcome outcome() {
        return new Outcome() {
            @Override
            public void returned(Job job, Result result) {
                outcomes.put(job.itemId(), "returned");
            }

            @Override
            public void threw(Job job, Throwable failure) {
                outcomes.put(job.itemId(), failure.getClass().getSimpleName());
            }
        };
    }
}

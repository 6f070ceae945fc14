package dev.odradek.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.odradek.topics.machine.Mode;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class WatchdogTest {
    private final Fixtures.Hands clock = new Fixtures.Hands();
    private final Job job = Fixtures.job(Fixtures.dispatch("i", Mode.CONFIRMED), "c1", clock);
    private final Tally tally = new Tally("parse", () -> 0, () -> 8);
    private final List<Runnable> elsewhere = new ArrayList<>();
    private final Watchdog watchdog = new Watchdog(() -> List.of(job), elsewhere::add, tally);
    private final AtomicInteger interrupts = new AtomicInteger();
    private final List<String> told = new ArrayList<>();

    @BeforeEach
    void run() {
        job.startClaim();
        job.onCancel(() -> told.add("told"));
    }

    @Test
    @DisplayName("E5 a fenced handler is interrupted and told, once, and counted once")
    void stopsOnce() {
        runs();
        watchdog.run();
        assertThat(interrupts).hasValue(0);

        clock.pass(Fixtures.SILENCE);
        watchdog.run();
        watchdog.run();

        assertThat(interrupts).hasValue(1);
        assertThat(told)
                .as("an action that hangs must not hold up the watchdog")
                .isEmpty();
        elsewhere.forEach(Runnable::run);
        assertThat(told).containsExactly("told");
        assertThat(watchdog.isFenced(job)).isTrue();
        assertThat(tally.exposition()).contains("odradek_worker_fenced_total{queue=\"parse\"} 1\n");
    }

    @Test
    @DisplayName("E5 a handler that starts at the very moment is interrupted too")
    void interruptsLatecomers() {
        clock.pass(Fixtures.SILENCE);
        watchdog.run();
        runs();

        assertThat(interrupts).hasValue(1);
    }

    @Test
    void whatIsRevokedOrHasItsResultIsLeftAlone() {
        runs();
        job.cancel(false);
        clock.pass(Fixtures.SILENCE);
        watchdog.run();
        assertThat(interrupts)
                .as("an ordinary cancel interrupts only if that was asked for")
                .hasValue(0);
        assertThat(watchdog.isFenced(job)).isFalse();

        Job returned = Fixtures.job(Fixtures.dispatch("j", Mode.CONFIRMED), "c2", clock);
        returned.startClaim();
        returned.takeResult();
        clock.pass(Fixtures.SILENCE);
        new Watchdog(() -> List.of(returned), elsewhere::add, tally).run();

        assertThat(tally.exposition()).contains("odradek_worker_fenced_total{queue=\"parse\"} 0\n");
    }

    private void runs() {
        job.cancellation().runsOn(() -> interrupts.incrementAndGet() > 0);
    }
}

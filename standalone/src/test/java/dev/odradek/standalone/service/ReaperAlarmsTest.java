package dev.odradek.standalone.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.odradek.reaper.deadline.Watched;
import dev.odradek.statestore.audit.Alarm;
import dev.odradek.topics.command.CommandRecord;
import dev.odradek.topics.command.ItemCommand.Wake;
import dev.odradek.topics.event.Timer;
import dev.odradek.topics.settings.Settings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class ReaperAlarmsTest {
    private static final Duration SILENCE = Duration.ofSeconds(4);
    private static final Timer TIMER =
            new Timer.DueTimer(9_000, CommandRecord.of("acme", "c", "i", new Wake("i", "status", 1)));

    private final AtomicInteger asked = new AtomicInteger();

    @Test
    void whatTheReaperWatchesIsTold() {
        ReaperAlarms alarms = new ReaperAlarms(
                (partition, slots) ->
                        CompletableFuture.completedFuture(Map.of("acme/i/status", new Watched(TIMER, 9_000, 0))),
                Duration.ofMinutes(1),
                SILENCE);

        assertThat(alarms.in(0, List.of("acme/i/status")).join())
                .containsExactly(Map.entry("acme/i/status", new Alarm(TIMER, 9_000, 4_000)));
    }

    @Test
    void nobodyWaitsTwiceInARowForAPartitionThatIsElsewhere() {
        ReaperAlarms alarms = new ReaperAlarms(this::silent, Duration.ofMillis(1), SILENCE);

        assertThat(alarms.in(0, List.of("a")))
                .failsWithin(SILENCE)
                .withThrowableThat()
                .withCauseInstanceOf(TimeoutException.class);
        assertThat(alarms.in(0, List.of("a"))).isCompletedExceptionally();
        assertThat(asked).hasValue(1);
        assertThat(alarms.in(1, List.of("a"))).failsWithin(SILENCE);
        assertThat(asked).hasValue(2);
    }

    @Test
    void anAuditIsEveryMinuteUnlessToldOtherwise() {
        Settings settings = new Settings(Map.of(), Map.of());

        assertThat(Auditor.every(settings)).isEqualTo(Duration.ofMinutes(1));
        assertThat(Auditor.every(settings.with("odradek.audit.every", "5s"))).isEqualTo(Duration.ofSeconds(5));
        assertThat(Auditor.every(settings.with("odradek.audit.every", "0"))).isZero();
    }

    private CompletableFuture<Map<String, Watched>> silent(int partition, List<String> slots) {
        asked.incrementAndGet();
        return new CompletableFuture<>();
    }
}

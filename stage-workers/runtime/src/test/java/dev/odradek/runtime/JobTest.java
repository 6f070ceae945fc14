package dev.odradek.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.odradek.topics.event.Answer;
import dev.odradek.topics.event.Heartbeat.Presence;
import dev.odradek.topics.event.HeartbeatRecord;
import dev.odradek.topics.format.Formats;
import dev.odradek.topics.machine.Mode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class JobTest {
    private final Fixtures.Hands clock = new Fixtures.Hands();
    private final Job job = Fixtures.job(Fixtures.dispatch("i", Mode.CONFIRMED), "c1", clock);

    record Payload(int n) {}

    @Test
    void showsTheHandlerWhatWasDispatchedAndGranted() {
        job.startClaim();
        job.granted(new Answer.Granted("i", "status", 3, "c1", 4, 2_000));

        assertThat(job.payloadAs(Payload.class)).isEqualTo(new Payload(7));
        assertThat(job.attempt()).isEqualTo(4);
        assertThat(job.deadline()).as("less a quarter of the lease").isEqualTo(Fixtures.NOW.plusMillis(1_500));
        assertThat(job.token().epoch()).isEqualTo(3);
    }

    @Test
    @DisplayName("A6 what was given back before its handler was called is never started")
    void startedOrGivenBack() {
        assertThat(job.takeUnstarted()).isTrue();
        assertThat(job.start()).isFalse();

        Job other = Fixtures.job("other", "c2");
        assertThat(other.start()).isTrue();
        assertThat(other.start()).as("only once").isFalse();
        assertThat(other.takeUnstarted()).isFalse();
        assertThat(other.takeResult()).isTrue();
    }

    @Test
    void waitsInHandFromItsGrantUntilItsStart() {
        job.startClaim();
        assertThat(job.lookWhetherWaiting()).isZero();
        job.granted(new Answer.Granted("i", "status", 3, "c1", 4, 2_000));
        assertThat(job.lookWhetherWaiting()).isEqualTo(1);
        assertThat(job.lookWhetherWaiting()).isEqualTo(2);
        job.start();
        assertThat(job.lookWhetherWaiting()).isZero();
    }

    @Test
    @DisplayName("A14 a heartbeat moves the deadline, which is the fence")
    void heartbeatMovesTheDeadline() {
        job.startClaim();
        assertThat(job.deadline()).isEqualTo(Fixtures.NOW.plusSeconds(3));

        clock.pass(Duration.ofSeconds(2));
        long sent = clock.nanos();
        clock.pass(Duration.ofMillis(500));
        job.renewed(sent);

        assertThat(job.deadline()).isEqualTo(Fixtures.NOW.plusSeconds(5));
    }

    @Test
    @DisplayName("E5 past its fence a job is cancelled the moment it is asked, though nobody has told it")
    void cancelledByTheClock() {
        List<String> told = new ArrayList<>();
        job.startClaim();
        long sent = clock.nanos();
        job.onCancel(() -> told.add("early"));
        clock.pass(Fixtures.SILENCE.minusNanos(1));
        assertThat(job.cancelled()).isFalse();
        assertThat(job.isHeld()).isTrue();

        clock.pass(Duration.ofNanos(1));

        assertThat(job.cancelled()).isTrue();
        assertThat(job.isHeld()).isFalse();
        job.onCancel(() -> told.add("late"));
        assertThat(told).as("the early one waits for the watchdog").containsExactly("late");
        job.renewed(sent + 1);
        assertThat(job.cancelled()).as("a late acknowledgement comes too late").isTrue();
    }

    @Test
    @DisplayName("E5 work that was started without a claim is nobody else's before the claim is sent")
    void eagerWithoutClaim() {
        Job eager = Fixtures.job(Fixtures.dispatch("i", Mode.EAGER), "c1", clock);
        clock.pass(Duration.ofSeconds(50));
        assertThat(eager.cancelled()).isFalse();
        assertThat(eager.isHeld()).isFalse();

        eager.startClaim();
        assertThat(eager.isHeld()).isTrue();
        clock.pass(Fixtures.SILENCE);

        assertThat(eager.cancelled()).isTrue();
    }

    @Test
    @DisplayName(
            "A21 a note as long as a book, or cut within a character, does not keep the heartbeat from being written")
    void longNotes() {
        job.progress(0.5, "x" + "\uD83E\uDDF5".repeat(2_000_000));

        assertThat(job.held().note()).hasSize(500).endsWith("?");
        Presence presence = new Presence("w1", "life-1", List.of(job.held()));
        HeartbeatRecord record = new HeartbeatRecord(1, "default", presence);
        assertThat(Formats.HEARTBEATS.read(Formats.HEARTBEATS.write(record))).isEqualTo(record);
    }

    @Test
    @DisplayName("X7 a wall clock that is set five seconds back or forth neither ends a lease nor prolongs it")
    void wallClocksMayJump() {
        AtomicReference<Instant> wall = new AtomicReference<>(Fixtures.NOW);
        Job skewed = new Job(
                Fixtures.dispatch("i", Mode.CONFIRMED),
                "c1",
                () -> {},
                Fixtures.SILENCE,
                new Clocks(clock::nanos, wall::get));
        skewed.startClaim();

        wall.set(Fixtures.NOW.plusSeconds(5));
        assertThat(skewed.cancelled()).isFalse();
        assertThat(skewed.deadline()).as("for people: by the wall as it is now").isEqualTo(Fixtures.NOW.plusSeconds(8));

        wall.set(Fixtures.NOW.minusSeconds(5));
        clock.pass(Fixtures.SILENCE);
        assertThat(skewed.cancelled()).isTrue();
    }

    @Test
    void theClaimNeverFollowsTheResult() {
        assertThat(job.takeResult()).isTrue();
        assertThat(job.startClaim()).isFalse();
        assertThat(job.takeResult()).isFalse();
    }

    @Test
    void cancellationIsToldOnceAndAlsoToLatecomers() {
        List<String> told = new ArrayList<>();
        job.onCancel(() -> told.add("early"));
        job.onCancel(() -> {
            throw new IllegalStateException("a bad action");
        });
        job.cancel(false);
        job.cancel(false);
        job.onCancel(() -> told.add("late"));

        assertThat(told).containsExactly("early", "late");
        assertThat(job.cancelled()).isTrue();
        assertThat(job.isHeld()).isFalse();
    }

    @Test
    void progressIsWithinBounds() {
        job.progress(0.5, "half");
        assertThat(job.held().progress()).isEqualTo(0.5);
        assertThatThrownBy(() -> job.progress(1.5, "")).hasMessageContaining("between 0 and 1, was 1.5");
        assertThatThrownBy(() -> job.progress(Double.NaN, "")).isInstanceOf(IllegalArgumentException.class);
    }
}

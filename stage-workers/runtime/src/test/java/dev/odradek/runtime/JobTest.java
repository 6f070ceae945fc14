package dev.odradek.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.odradek.topics.event.Answer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class JobTest {
    private final Job job = Fixtures.job("i", "c1");

    record Payload(int n) {}

    @Test
    void showsTheHandlerWhatWasDispatchedAndGranted() {
        job.granted(new Answer.Granted("i", "status", 3, "c1", 4, 5_000));

        assertThat(job.payloadAs(Payload.class)).isEqualTo(new Payload(7));
        assertThat(job.attempt()).isEqualTo(4);
        assertThat(job.deadline()).isEqualTo(Fixtures.NOW.plusSeconds(5));
        assertThat(job.token().epoch()).isEqualTo(3);
    }

    @Test
    void aHeartbeatMovesTheDeadline() {
        job.renewed(Fixtures.NOW.plusSeconds(30));
        assertThat(job.deadline()).isEqualTo(Fixtures.NOW.plusSeconds(90));
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

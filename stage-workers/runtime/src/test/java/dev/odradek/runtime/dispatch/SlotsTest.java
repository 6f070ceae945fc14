package dev.odradek.runtime.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class SlotsTest {
    private final Slots slots = new Slots(4);

    @Test
    @DisplayName("A22 no more slots are given than there are, and never a part of what was asked")
    void allOrNone() {
        assertThat(slots.tryTake(3)).isTrue();
        assertThat(slots.tryTake(2)).isFalse();
        assertThat(slots.taken()).isEqualTo(3);
        assertThat(slots.take(2, Duration.ofMillis(1))).isFalse();
        assertThat(slots.tryTake(1)).isTrue();
    }

    @Test
    void whoWaitsGetsWhatIsFreed() throws Exception {
        slots.tryTake(4);
        CompletableFuture<Boolean> waiting = CompletableFuture.supplyAsync(() -> slots.take(2, Duration.ofSeconds(20)));
        slots.free(1);
        slots.free(1);
        assertThat(waiting.get()).isTrue();
        assertThat(slots.taken()).isEqualTo(4);
    }

    @Test
    void someMoreMayBeTakenAhead() throws Exception {
        slots.tryTake(4);
        CompletableFuture<Boolean> waiting = CompletableFuture.supplyAsync(() -> slots.take(2, Duration.ofSeconds(20)));
        slots.ahead(2);
        assertThat(waiting.get()).isTrue();

        slots.ahead(0);
        slots.free(2);
        assertThat(slots.tryTake(1)).as("only as many as there are").isFalse();
        slots.free(1);
        assertThat(slots.tryTake(1)).isTrue();
    }

    @Test
    void freeingMoreThanIsTakenIsABug() {
        slots.tryTake(1);
        assertThatThrownBy(() -> slots.free(2)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> new Slots(0)).hasMessageContaining("at least 1");
    }
}

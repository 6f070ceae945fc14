package dev.odradek.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("What a worker had to let go of")
class FencedBeforeTest {
    private final FencedBefore before = new FencedBefore();

    @Test
    @DisplayName("is known when it happens again, and only then")
    void again() {
        assertThat(before.again("acme/i/status")).isFalse();
        assertThat(before.again("acme/i/sync")).isFalse();
        assertThat(before.again("acme/i/status")).isTrue();
        assertThat(before.again("acme/i/status")).isTrue();
    }

    @Test
    @DisplayName("is forgotten when there is too much of it, the oldest first")
    void bounded() {
        for (int i = 0; i <= 1_000; i++) {
            assertThat(before.again("i" + i)).isFalse();
        }
        assertThat(before.again("i1000")).isTrue();
        assertThat(before.again("i0")).isFalse();
    }
}

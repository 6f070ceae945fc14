package dev.odradek.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Until when a claim may be worked on")
class FenceTest {
    private final Fence fence = new Fence(Duration.ofSeconds(6), Duration.ofSeconds(60), at(0));

    @Test
    @DisplayName("until the reach of the last word ends, counted from when it was sent")
    void silence() {
        assertThat(fence.hasPassed(at(5.9))).isFalse();
        fence.present(at(4), at(5.9));

        assertThat(fence.hasPassed(at(9.9))).isFalse();
        assertThat(fence.hasPassed(at(10))).isTrue();
    }

    @Test
    @DisplayName("until shortly before the lease ends, however often the worker says that it is there")
    void lease() {
        for (int each = 1; each <= 56; each += 5) {
            fence.present(at(each), at(each));
        }
        assertThat(fence.hasPassed(at(57.9))).isFalse();
        assertThat(fence.hasPassed(at(58))).isTrue();
    }

    @Test
    @DisplayName("what has passed stays passed, whatever is acknowledged later")
    void passed() {
        fence.present(at(5), at(7));
        fence.renewed(at(7), at(7));

        assertThat(fence.hasPassed(at(7))).isTrue();
    }

    @Test
    @DisplayName("not any more once it is lost")
    void lost() {
        fence.lost();

        assertThat(fence.hasPassed(at(0))).isTrue();
    }

    private static long at(double seconds) {
        return (long) (seconds * 1e9);
    }
}

package dev.odradek.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class BatchWindowTest {
    private final BatchWindow<String> window = new BatchWindow<>(3, 1, 100);

    @Test
    @DisplayName("A13 a full window is one call, at once")
    void fullAtOnce() {
        window.add("a", 0);
        window.add("b", 0);
        assertThat(window.next(0)).isEmpty();

        window.add("c", 0);
        window.add("d", 0);
        assertThat(window.next(0)).containsExactly("a", "b", "c");
    }

    @Test
    @DisplayName("A13 an incomplete window is called with once its first has waited enough")
    void smallerAfterLinger() {
        window.add("a", 10);
        window.add("b", 60);

        assertThat(window.next(109)).isEmpty();
        assertThat(window.dueIn(109)).isEqualTo(1);
        assertThat(window.next(110)).containsExactly("a", "b");
        assertThat(window.isWaiting()).isFalse();
    }

    @Test
    @DisplayName("A22 no more calls at once than allowed")
    void callsAreLimited() {
        for (String each : new String[] {"a", "b", "c", "d", "e", "f"}) {
            window.add(each, 0);
        }
        assertThat(window.next(0)).hasSize(3);
        assertThat(window.next(500)).isEmpty();

        window.finished();
        assertThat(window.next(500)).containsExactly("d", "e", "f");
    }
}

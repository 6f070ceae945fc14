package dev.odradek.runtime.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.odradek.topics.event.Lane;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class LaneBacklogTest {
    private final LaneBacklog<String> backlog = new LaneBacklog<>();

    @Test
    @DisplayName("A7 what came back goes first, and every fourth is fresh")
    void againFirstButWeighted() {
        fill(Lane.NORMAL, "n", 4);
        fill(Lane.AGAIN, "a", 8);

        assertThat(drain()).containsExactly("a0", "a1", "a2", "n0", "a3", "a4", "a5", "n1", "a6", "a7", "n2", "n3");
    }

    @Test
    @DisplayName("A7 within a lane the order is kept")
    void keepsOrder() {
        fill(Lane.NORMAL, "n", 3);
        assertThat(drain()).containsExactly("n0", "n1", "n2");
    }

    @Test
    void whileOneLaneIsEmptyTheOtherOwesNothing() {
        fill(Lane.AGAIN, "a", 10);
        drain();
        fill(Lane.AGAIN, "b", 1);
        fill(Lane.NORMAL, "n", 1);

        assertThat(drain()).containsExactly("b0", "n0");
    }

    @Test
    @DisplayName("A26 what a revoked partition has waiting is forgotten")
    void drops() {
        fill(Lane.NORMAL, "n", 2);
        fill(Lane.AGAIN, "a", 2);
        backlog.drop(entry -> entry.endsWith("0"));

        assertThat(backlog.size(Lane.AGAIN)).isEqualTo(1);
        assertThat(drain()).containsExactly("a1", "n1");
        assertThat(backlog.isEmpty()).isTrue();
    }

    private void fill(Lane lane, String name, int count) {
        for (int i = 0; i < count; i++) {
            backlog.add(lane, name + i);
        }
    }

    private List<String> drain() {
        List<String> all = new ArrayList<>();
        backlog.next().ifPresent(all::add);
        while (!backlog.isEmpty()) {
            all.add(backlog.next().orElseThrow());
        }
        return all;
    }
}

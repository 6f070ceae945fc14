package dev.odradek.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("What a handler returns for a window")
class WindowTest {
    private static final Result DONE = Result.done();

    @Test
    @DisplayName("is one result for each item")
    void oneEach() {
        assertThat(Window.results(2, List.of(DONE, DONE))).containsExactly(DONE, DONE);
    }

    @Test
    @DisplayName("fails with a reason if it is null, or lacks a result")
    void lacking() {
        assertThatThrownBy(() -> Window.results(2, null)).hasMessageContaining("got 2 items and returned null");
        assertThatThrownBy(() -> Window.results(2, Arrays.asList(DONE, null)))
                .hasMessageContaining("got 2 items and returned null");
        assertThatThrownBy(() -> Window.results(2, List.of(DONE)))
                .hasMessage("the handler got 2 items and returned 1 results");
    }
}

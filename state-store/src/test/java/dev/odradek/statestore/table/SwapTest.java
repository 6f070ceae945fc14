package dev.odradek.statestore.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SwapTest {
    @Test
    void isReadBackFromAmongTheChanges() {
        Swap swap = new Swap(Map.of(0, 12L, 2, 3_000_000_000L));

        assertThat(swap.text()).isEqualTo("swap 0:12 2:3000000000");
        assertThat(Swap.in(swap.text())).containsExactly(swap);
        assertThat(Swap.in(new Swap(Map.of()).text())).containsExactly(new Swap(Map.of()));
    }

    @Test
    void isNotFoundInOtherMessages() {
        assertThat(Swap.in("beat")).isEmpty();
        assertThat(Swap.in("")).isEmpty();
    }

    @Test
    void aPartitionThatWasNotBegunLacksEverything() {
        assertThat(new Swap(Map.of(0, 12L, 2, 5L)).levels()).isEqualTo(List.of(12L, 0L, 5L));
    }
}

package dev.odradek.bench.figure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SpreadTest {
    @Test
    void theMedianOfAnOddNumberIsTheMiddleOne() {
        assertThat(Spread.of(9, 1, 5).median()).isEqualTo(5);
    }

    @Test
    void theMedianOfAnEvenNumberIsTheMeanOfTheMiddleTwo() {
        assertThat(Spread.of(4, 1, 2, 9).median()).isEqualTo(3);
    }

    @Test
    void leastAndMostAreKept() {
        Spread spread = Spread.of(3, 1, 2);

        assertThat(spread.min()).isEqualTo(1);
        assertThat(spread.max()).isEqualTo(3);
    }

    @Test
    void aPercentileIsAValueThatWasMeasured() {
        Spread hundred = new Spread(
                IntStream.rangeClosed(1, 100).asDoubleStream().boxed().toList());

        assertThat(hundred.at(0.50)).isEqualTo(50);
        assertThat(hundred.at(0.99)).isEqualTo(99);
        assertThat(hundred.at(1)).isEqualTo(100);
        assertThat(Spread.of(7).at(0.01)).isEqualTo(7);
    }

    @Test
    void nothingHasNoSpread() {
        assertThatThrownBy(() -> new Spread(List.of())).isInstanceOf(IllegalArgumentException.class);
    }
}

package dev.odradek.bench.figure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class SteadyTest {
    static Stream<Arguments> windows() {
        return Stream.of(
                arguments("nothing is not steady", List.of(), false),
                arguments("one window is not steady", List.of(100.0), false),
                arguments("5 % apart is steady", List.of(95.0, 100.0), true),
                arguments("falling by 5 % is steady too", List.of(100.0, 95.0), true),
                arguments("6 % apart is not", List.of(94.0, 100.0), false),
                arguments("only the last two count", List.of(100.0, 100.0, 200.0), false),
                arguments("however it came there", List.of(10.0, 500.0, 100.0, 101.0), true));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("windows")
    void judges(String rule, List<Double> rates, boolean steady) {
        assertThat(Steady.reached(rates)).as(rule).isEqualTo(steady);
    }
}

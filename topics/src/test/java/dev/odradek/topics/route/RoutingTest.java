package dev.odradek.topics.route;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Where keys have always gone, computed outside of this code: a change would strand every item. */
class RoutingTest {
    @ParameterizedTest(name = "{0}/{1} of {2} is {3}")
    @CsvSource({
        "default, item-1, 8, 7",
        "default, item-2, 8, 1",
        "acme, item-1, 8, 3",
        "acme, '', 8, 6",
        "acme, Zürich 東京 😀, 8, 1",
        "acme, item-1, 1, 0",
        "acme, item-1, 64, 51",
    })
    void aKeyStaysOnItsPartition(String tenant, String key, int partitions, int expected) {
        assertThat(Routing.partition(tenant, key, partitions)).isEqualTo(expected);
    }

    @Test
    void aMachineHasOneHome() {
        assertThat(Routing.home("acme", "tasks", 8)).isEqualTo(7);
    }

    @Test
    void keysSpreadOverAllPartitions() {
        long used = IntStream.range(0, 1_000)
                .map(i -> Routing.partition("acme", "item-" + i, 64))
                .distinct()
                .count();

        assertThat(used).isEqualTo(64);
    }
}

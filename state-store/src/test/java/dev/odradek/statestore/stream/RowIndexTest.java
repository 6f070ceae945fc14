package dev.odradek.statestore.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("Where rows lie")
class RowIndexTest {
    private static final int STILL = 500;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    @DisplayName("is told of all that stay, mostly once, whatever comes and goes during a walk")
    void walked(long seed) {
        Random random = new Random(seed);
        RowIndex index = new RowIndex();
        for (int place = 0; place < STILL; place++) {
            // Half of them share a few hashes, so that many do not lie where they should.
            index.add(place % 2 == 0 ? random.nextInt() : random.nextInt(20), place);
        }
        Map<Integer, Integer> told = new TreeMap<>();
        List<int[]> busy = new ArrayList<>();
        int before = 0;
        for (int at = 0, made = STILL; at >= 0; ) {
            at = index.walk(at, 7, place -> told.merge(place, 1, Integer::sum));
            for (int i = 0; i < 20; i++) {
                if (!busy.isEmpty() && random.nextInt(3) == 0) {
                    int[] gone = busy.remove(random.nextInt(busy.size()));
                    index.remove(gone[0], gone[1]);
                } else if (busy.size() < 1_500) {
                    int[] fresh = {random.nextBoolean() ? random.nextInt() : random.nextInt(20), made++};
                    index.add(fresh[0], fresh[1]);
                    busy.add(fresh);
                }
            }
            before = Math.max(before, busy.size());
        }

        assertThat(before).as("so many that the index has grown").isGreaterThan(300);
        told.keySet().removeIf(place -> place >= STILL);
        assertThat(told).hasSize(STILL);
        assertThat(told.values()).allMatch(times -> times <= 3);
    }
}

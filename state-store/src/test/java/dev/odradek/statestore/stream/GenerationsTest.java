package dev.odradek.statestore.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class GenerationsTest {
    @Test
    @DisplayName("what was used last is there, what was not for long is gone, and what is there is what was put last")
    void bounded() {
        int most = 20;
        Generations<Integer> generations = new Generations<>(most);
        Map<String, Object> put = new HashMap<>();
        Deque<String> used = new ArrayDeque<>();
        Random random = new Random(7);
        for (int step = 0; step < 10_000; step++) {
            String name = "n" + random.nextInt(100);
            Object known = generations.get(name);
            assertThat(known).isIn(null, put.get(name));
            if (known == null || random.nextBoolean()) {
                generations.put(name, step, 1);
                put.put(name, step);
            }
            used.remove(name);
            used.addFirst(name);
            assertThat(used.stream().limit(most / 2 - 1))
                    .allSatisfy(each -> assertThat(generations.holds(each)).isTrue());
        }
        assertThat(IntStream.range(0, 100).filter(i -> generations.holds("n" + i)))
                .hasSizeLessThanOrEqualTo(most);
    }

    @Test
    @DisplayName("what is removed is gone from both")
    void removed() {
        Generations<Integer> generations = new Generations<>(4);
        generations.put("a", 1, 1);
        generations.put("b", 2, 1);
        generations.put("c", 3, 1);

        generations.remove("a");
        generations.remove("c");

        assertThat(generations.get("a")).isNull();
        assertThat(generations.get("c")).isNull();
        assertThat(generations.get("b")).isEqualTo(2);
    }

    @Test
    @DisplayName("heavy things count by their weight, and what is too heavy is not kept, nor what it was before")
    void heavy() {
        Generations<Integer> generations = new Generations<>(20);
        generations.put("light", 1, 1);
        generations.put("heavy", 2, 8);
        generations.put("heavy too", 3, 8);
        generations.put("heavy as well", 4, 8);
        assertThat(generations.holds("light")).isFalse();

        generations.put("heavy as well", 5, 11);

        assertThat(generations.get("heavy as well")).isNull();
        assertThat(generations.get("heavy too")).isEqualTo(3);
    }
}

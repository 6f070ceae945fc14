package dev.odradek.reaper.stream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("Where slots are filed")
class FiledTest {
    private static final long MANY = 1L << 20;

    private RocksMemory memory = new RocksMemory(8 << 20, MANY, 64 * MANY);

    @AfterEach
    void close() {
        assertThat(memory.filedBytes()).as("what is left in use").isZero();
        memory.close();
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(ints = {1, 2, 3})
    @DisplayName("is known as in any other map, through growing and shrinking")
    void likeAMap(int seed) {
        Random random = new Random(seed);
        Map<Integer, Long> expected = new HashMap<>();
        try (Filed filed = new Filed(memory)) {
            for (int step = 0; step < 300_000; step++) {
                int slot = random.nextInt(20_000);
                // It fills, and then most go again.
                boolean isPut = random.nextInt(10) < (step / 50_000 % 2 == 0 ? 9 : 1);
                if (isPut) {
                    long index = random.nextInt(8) == 0 ? Long.MAX_VALUE : random.nextInt(3);
                    filed.put(key(slot), 1, index);
                    expected.put(slot, index);
                } else {
                    filed.remove(key(slot), 1);
                    expected.remove(slot);
                }
                int other = random.nextInt(20_000);
                assertThat(filed.find(key(other), 1)).isEqualTo(expected.getOrDefault(other, Filed.UNKNOWN));
            }
            assertThat(filed.size()).isEqualTo(expected.size());
            expected.forEach(
                    (slot, index) -> assertThat(filed.find(key(slot), 1)).isEqualTo(index));
        }
    }

    @Test
    @DisplayName("is known of a million slots in less than 32 MiB")
    void aMillion() {
        memory.close();
        memory = new RocksMemory(64 << 20);
        try (Filed filed = new Filed(memory)) {
            for (int slot = 0; slot < 1_000_000; slot++) {
                filed.put(key(slot), 1, slot);
            }
            long unknown = 0;
            for (int slot = 0; slot < 1_000_000; slot++) {
                unknown += filed.find(key(slot), 1) == slot ? 0 : 1;
            }

            assertThat(unknown).isZero();
            assertThat(memory.filedBytes()).isLessThanOrEqualTo(32 << 20);

            for (int slot = 0; slot < 1_000_000; slot++) {
                filed.remove(key(slot), 1);
            }
            assertThat(memory.filedBytes()).as("after all have gone").isLessThan(10_000);
        }
    }

    @Test
    @DisplayName("is not remembered once there is no room, but stays right for those that are")
    void noRoom() {
        memory.close();
        memory = new RocksMemory(8 << 20, MANY, 10_000);
        try (Filed one = new Filed(memory);
                Filed other = new Filed(memory)) {
            for (int slot = 0; slot < 5_000; slot++) {
                one.put(key(slot), 1, slot);
            }
            other.put(key(1), 1, 1);
            for (int slot = 0; slot < 5_000; slot++) {
                one.put(key(slot), 1, slot + 7L);
            }

            assertThat(memory.filedBytes()).isLessThanOrEqualTo(10_000);
            assertThat(one.size()).isBetween(250, 10_000 / Filed.BYTES);
            assertThat(other.size()).as("all shared what there is").isZero();
            long known = 0;
            for (int slot = 0; slot < 5_000; slot++) {
                long index = one.find(key(slot), 1);
                assertThat(index).isIn(Filed.UNKNOWN, slot + 7L);
                known += index == Filed.UNKNOWN ? 0 : 1;
            }
            assertThat(known).isEqualTo(one.size());
        }
    }

    @Test
    @DisplayName("is forgotten when told so")
    void forgotten() {
        try (Filed filed = new Filed(memory)) {
            filed.put(key(1), 1, 5);
            filed.clear();

            assertThat(filed.find(key(1), 1)).isEqualTo(Filed.UNKNOWN);
            filed.put(key(1), 1, 6);
            assertThat(filed.find(key(1), 1)).isEqualTo(6);
        }
    }

    @ParameterizedTest(name = "{0} bytes")
    @CsvSource({
        "0, a3817f04ba25a8e66df67214c7550293",
        "1, da87c1d86b99af44347659119b22fc45",
        "8, 3b62a9ba6258f5610f83e264f31497b4",
    })
    @DisplayName("is kept by the bits that others compute of the same key and bytes")
    void sipHash(int length, String expected) {
        byte[] bytes = new byte[length + 1];
        for (int i = 0; i < length; i++) {
            bytes[i + 1] = (byte) i;
        }
        SlotHash hash = new SlotHash(0x0706050403020100L, 0x0f0e0d0c0b0a0908L);
        hash.of(bytes, 1);

        assertThat(String.format("%016x%016x", Long.reverseBytes(hash.first()), Long.reverseBytes(hash.second())))
                .isEqualTo(expected);
    }

    private static byte[] key(int slot) {
        return ("st/item-" + slot + "/status").getBytes(UTF_8);
    }
}

package dev.odradek.reaper.stream;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RocksMemoryTest {
    private static final long MIB = 1 << 20;

    private static long memtable(long mib) {
        try (RocksMemory memory = new RocksMemory(mib * MIB)) {
            return memory.memtable();
        }
    }

    @Test
    void memtablesAreAShareOfTheMemoryUpToABound() {
        assertThat(memtable(8)).isEqualTo(MIB / 4);
        assertThat(memtable(64)).isEqualTo(2 * MIB);
        assertThat(memtable(4096)).isEqualTo(16 * MIB);
    }
}

package dev.odradek.localcluster;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BrokerPropertiesTest {
    private static final long MIB = 1 << 20;

    @Test
    void theCleanersMemoryIsAShareOfTheHeapWithinBounds() {
        assertThat(BrokerProperties.memoryForKeys(100 * MIB)).isEqualTo(8 * MIB);
        assertThat(BrokerProperties.memoryForKeys(1024 * MIB)).isEqualTo(32 * MIB);
        assertThat(BrokerProperties.memoryForKeys(100_000 * MIB)).isEqualTo(128 * MIB);
    }
}

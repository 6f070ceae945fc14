package dev.odradek.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class UsageTest {
    @Test
    void theMostEverResidentIsFoundAmongTheRest() {
        assertThat(Usage.mostResidentKib("Name:\tjava\nVmSize:\t  999 kB\nVmHWM:\t  524288 kB\nRssAnon: 1 kB\n"))
                .hasValue(524_288);
        assertThat(Usage.mostResidentKib("Name:\tkthread\n")).isEmpty();
    }
}

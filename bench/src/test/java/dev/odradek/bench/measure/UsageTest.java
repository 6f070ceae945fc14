package dev.odradek.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class UsageTest {
    @Test
    void residentMemoryIsFoundAmongTheRest() {
        assertThat(Usage.residentKib("Name:\tjava\nVmSize:\t  999 kB\nVmHWM:\t  524288 kB\nRssAnon: 1 kB\n"))
                .hasValue(524_288);
        assertThat(Usage.residentKib("Name:\tkthread\n")).isEmpty();
    }

    @Test
    void onlyCompilersCountAsCompilers() {
        String times = " S 1 2 3 0 -1 4 5 6 7 8 30 12 0 0 20 0 50 0 9";

        assertThat(Usage.compilerTicks("17 (C2 CompilerThre)" + times)).isEqualTo(42);
        assertThat(Usage.compilerTicks("18 (GC Thread#0)" + times)).isZero();
        assertThat(Usage.compilerTicks("")).isZero();
    }
}

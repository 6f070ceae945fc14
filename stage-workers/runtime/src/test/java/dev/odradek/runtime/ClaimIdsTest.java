package dev.odradek.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ClaimIdsTest {
    @Test
    void noneComesTwice() {
        ClaimIds ids = new ClaimIds();
        ClaimIds others = new ClaimIds();
        Set<String> seen = new HashSet<>();

        for (int i = 0; i < 10_000; i++) {
            assertThat(seen.add(ids.next())).isTrue();
            assertThat(seen.add(others.next())).isTrue();
        }
        assertThat(seen).allMatch(id -> id.matches("[0-9a-f-]{36}"));
    }
}

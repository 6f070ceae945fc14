package dev.odradek.standalone.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LedgerTest {
    @TempDir
    Path dir;

    @Test
    void aLineIsInTheFileWhenAppendReturns() {
        Path file = dir.resolve("a.ledger");
        try (Ledger ledger = Ledger.open(file)) {
            ledger.append("one");

            assertThat(Ledger.read(file)).containsExactly("one");
        }
    }

    @Test
    void manyAppendersTogetherLoseNothing() {
        Path file = dir.resolve("a.ledger");
        Set<String> expected =
                IntStream.range(0, 500).mapToObj(n -> "line " + n).collect(Collectors.toCollection(TreeSet::new));
        try (Ledger ledger = Ledger.open(file)) {
            expected.parallelStream().forEach(line -> {
                ledger.append(line);
                assertThat(Ledger.read(file)).contains(line);
            });
        }

        assertThat(Ledger.read(file)).containsExactlyInAnyOrderElementsOf(expected);
    }

    @Test
    void aReopenedLedgerGoesOnWhereItStopped() {
        Path file = dir.resolve("a.ledger");
        try (Ledger ledger = Ledger.open(file)) {
            ledger.append("one");
        }
        try (Ledger ledger = Ledger.open(file)) {
            ledger.appendAll(List.of("two", "three"));
        }

        assertThat(Ledger.read(file)).containsExactly("one", "two", "three");
    }

    @Test
    void aLineThatAKillCutShortIsNoLine() throws IOException {
        Path file = dir.resolve("a.ledger");
        Files.writeString(file, "whole\nhal");

        assertThat(Ledger.read(file)).containsExactly("whole");
    }

    @Test
    void aHandledLineReadsBackAsItWasWritten() {
        Handled handled = new Handled("item-1", "fetch", 3, 2, 1_700_000_000_000L);

        assertThat(Handled.parse(handled.line())).isEqualTo(handled);
        assertThatThrownBy(() -> Handled.parse("item-1\tfetch")).hasMessageContaining("item-1\tfetch");
    }
}

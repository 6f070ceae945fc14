package dev.odradek.standalone.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class TableTest {
    private final Table table = new Table("ID", "PATTERN")
            .row("a", "no route to host")
            .row("long-id", "a message\nof two lines\u001b[31m and\ta colour");

    @Test
    void columnsAreAsWideAsTheyNeedToBe() {
        assertThat(table.toString()).isEqualTo("""
                ID       PATTERN
                a        no route to host
                long-id  a message of two lines [31m and a colour
                """);
    }

    @Test
    void theLastColumnGivesWay() {
        List<String> lines = table.within(24).lines().toList();

        assertThat(lines).containsExactly("ID       PATTERN", "a        no route to ho…", "long-id  a message of t…");
    }

    @Test
    void aTerminalTooNarrowForAnythingStillShowsSomething() {
        assertThat(table.within(3)).contains("no route to…");
    }
}

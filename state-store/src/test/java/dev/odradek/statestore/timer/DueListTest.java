package dev.odradek.statestore.timer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.odradek.topics.command.CommandRecord;
import dev.odradek.topics.command.ItemCommand.Wake;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Commands that wait for their time")
class DueListTest {
    private final DueList due = new DueList();

    @Test
    @DisplayName("come out once, in the order in which they fall due")
    void ordered() {
        due.put(entry(0, "b", 20));
        due.put(entry(0, "a", 30));
        due.put(entry(1, "b", 10));

        assertThat(due.until(25)).containsExactly(entry(1, "b", 10), entry(0, "b", 20));
        assertThat(due.until(25)).isEmpty();
        assertThat(due.until(30)).containsExactly(entry(0, "a", 30));
    }

    @Test
    @DisplayName("are one per slot: the latest counts, and an emptied slot has none")
    void onePerSlot() {
        due.put(entry(0, "a", 10));
        due.put(entry(0, "a", 40));
        due.put(entry(0, "b", 10));
        due.clear(0, "b");

        assertThat(due.until(39)).isEmpty();
        assertThat(due.until(40)).containsExactly(entry(0, "a", 40));
    }

    @Test
    @DisplayName("are forgotten with their partition")
    void forgotten() {
        due.put(entry(0, "a", 10));
        due.put(entry(1, "a", 10));

        due.forget(0);

        assertThat(due.until(10)).containsExactly(entry(1, "a", 10));
    }

    private static DueList.Entry entry(int partition, String slot, long at) {
        return new DueList.Entry(
                partition, slot, at, CommandRecord.of("acme", slot, slot, new Wake(slot, "status", 1)));
    }
}

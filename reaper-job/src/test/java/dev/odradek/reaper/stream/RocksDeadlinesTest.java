package dev.odradek.reaper.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.odradek.reaper.deadline.Armed;
import dev.odradek.reaper.deadline.Deadlines.Entry;
import dev.odradek.reaper.deadline.MemoryDeadlines;
import dev.odradek.topics.command.CommandRecord;
import dev.odradek.topics.command.ItemCommand.Expire;
import dev.odradek.topics.event.Cause;
import dev.odradek.topics.event.Timer;
import dev.odradek.topics.event.TimerRecord;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("Timers on disk")
class RocksDeadlinesTest {
    @TempDir
    Path dir;

    private final RocksMemory memory = new RocksMemory(16 << 20);

    @Test
    @DisplayName("answer whatever timers in memory answer, after any history")
    void likeInMemory() {
        Random random = new Random(7);
        MemoryDeadlines expected = new MemoryDeadlines();
        try (RocksDeadlines found = new RocksDeadlines(dir, memory)) {
            for (int step = 0; step < 1_500; step++) {
                String slot = "t/item-" + random.nextInt(80) + "/status";
                if (random.nextInt(4) == 0) {
                    expected.remove(slot);
                    found.remove(slot);
                } else {
                    Armed armed = armed(random.nextInt(1_000), random.nextInt(5), step);
                    expected.put(slot, armed);
                    found.put(slot, armed);
                }
                long from = random.nextInt(900);
                int most = 1 + random.nextInt(20);
                String who = "i" + random.nextInt(5);
                String after = random.nextBoolean() ? "" : "t/item-" + random.nextInt(80) + "/status";

                assertThat(found.get(slot)).isEqualTo(expected.get(slot));
                assertThat(found.due(from, from + 100, most)).isEqualTo(expected.due(from, from + 100, most));
                assertThat(found.heldBy(who, after, most)).isEqualTo(expected.heldBy(who, after, most));
                assertThat(found.incarnations()).isEqualTo(expected.incarnations());
            }
            assertThat(found.due(0, Long.MAX_VALUE, 1_000)).isEqualTo(expected.due(0, Long.MAX_VALUE, 1_000));
        }
    }

    @Test
    @DisplayName("are there again after a flush and a restart")
    void survive() {
        try (RocksDeadlines first = new RocksDeadlines(dir, memory)) {
            first.put("t/a/status", armed(5, 1, 1));
            first.flush();
        }

        try (RocksDeadlines second = new RocksDeadlines(dir, memory)) {
            assertThat(second.get("t/a/status")).isEqualTo(armed(5, 1, 1));
            assertThat(second.due(0, 10, 10)).isEqualTo(List.of(new Entry(5, "t/a/status")));
        }
    }

    private static Armed armed(long index, int who, int tries) {
        Expire expire = new Expire("a", "status", 1);
        String incarnation = who == 0 ? null : "i" + who;
        Timer timer = new Timer.LeaseTimer("w", incarnation, 10, CommandRecord.of("t", "id", "a", expire));
        return new Armed(index, 3, tries, new TimerRecord(1, "t", new Cause(0, 1, 0), timer));
    }
}

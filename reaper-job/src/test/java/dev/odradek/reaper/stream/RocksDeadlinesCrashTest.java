package dev.odradek.reaper.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.odradek.reaper.deadline.Armed;
import dev.odradek.reaper.deadline.Deadlines.Entry;
import dev.odradek.reaper.deadline.MemoryDeadlines;
import dev.odradek.topics.format.Formats;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("Timers of which the newest are in memory only")
class RocksDeadlinesCrashTest {
    private static final TopicPartition TIMERS = new TopicPartition("timers", 0);
    private static final int SLOTS = 120;
    private static final int STEPS = 4_000;

    @TempDir
    Path dirs;

    /** What the topic has: a slot and its timer, or none if it was cleared. */
    private record Record(String slot, @Nullable Armed armed) {}

    private final List<Record> topic = new ArrayList<>();
    private MemoryDeadlines expected = new MemoryDeadlines();
    private int lives;
    /** What is due has been asked for up to here. */
    private long clock = 1_000;

    private long early;

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9})
    @DisplayName("answer as if all were in memory, and lose nothing in crashes, moves and when they are too many")
    void losesNothing(int seed) throws IOException {
        Random random = new Random(seed);
        // Some seeds have room for a few timers only, and to know where all, some or none are filed.
        int most = seed % 2 == 0 ? 20_000 : 1 << 20;
        int mostFiled = seed % 3 * 70 * Filed.BYTES;
        RocksMemory memory = new RocksMemory(16 << 20, most, mostFiled);
        RocksDeadlines found = new RocksDeadlines(life(), memory);
        for (int step = 0; step < STEPS; step++) {
            int what = random.nextInt(1_000);
            clock += random.nextInt(4);
            if (what < 550) {
                arrive(found, new Record(slot(random), RocksDeadlinesTest.armed(index(random), who(random), 0)));
            } else if (what < 800) {
                arrive(found, new Record(slot(random), null));
            } else if (what < 960) {
                rearm(found, slot(random), index(random));
            } else if (what < 990) {
                found.read(Map.of(TIMERS, (long) topic.size()));
            } else if (what < 993) {
                found = closed(found, memory);
            } else if (what < 996) {
                found = crashed(found, memory);
            } else if (what < 998) {
                found.flushRows();
            } else {
                assertThat(found.incarnations()).isEqualTo(expected.incarnations());
            }
            compare(found, random);
            assertThat(memory.newestBytes()).as("memory is bounded").isLessThanOrEqualTo(most);
            assertThat(memory.filedBytes()).as("memory is bounded").isLessThanOrEqualTo(mostFiled);
        }
        found.close();
        assertThat(early).as("timers that were filed early").isPositive();
        assertThat(memory.newestBytes() + memory.filedBytes()).isZero();
        memory.close();
    }

    @Test
    @DisplayName("are on disk before the offset of their record is, also if they were re-armed meanwhile")
    void reArmed() throws IOException {
        RocksMemory memory = new RocksMemory(16 << 20);
        try (RocksDeadlines found = new RocksDeadlines(life(), memory)) {
            Path running = dir(lives);
            arrive(found, new Record("t/a/status", RocksDeadlinesTest.armed(5, 1, 0)));
            for (int commit = 0; commit < 3 * RocksDeadlines.KEPT; commit++) {
                found.read(Map.of(TIMERS, 1L));
                rearm(found, "t/a/status", 10 + commit);
                found.flushRows();
                try (RocksDeadlines left = new RocksDeadlines(copied(running), memory)) {
                    assertThat(left.read(TIMERS) == null || left.get("t/a/status") != null)
                            .as("offset %s, timer %s", left.read(TIMERS), left.get("t/a/status"))
                            .isTrue();
                }
            }
            assertThat(found.read(TIMERS)).isEqualTo(1);
        }
        memory.close();
    }

    private void arrive(RocksDeadlines found, Record record) {
        topic.add(record);
        apply(found, record);
        if (record.armed() == null) {
            expected.remove(record.slot());
        } else {
            expected.put(record.slot(), record.armed());
        }
    }

    private static void apply(RocksDeadlines found, Record record) {
        Armed armed = record.armed();
        if (armed == null) {
            found.remove(record.slot());
        } else {
            found.arrived(armed.record(), Formats.TIMERS.write(armed.record()));
            found.put(record.slot(), armed);
        }
    }

    /** As after a send: the same timer, to be looked at at another time. */
    private void rearm(RocksDeadlines found, String slot, long index) {
        Armed armed = found.get(slot);
        if (armed != null) {
            Armed again = new Armed(index, armed.start(), armed.tries() + 1, armed.record());
            found.put(slot, again);
            expected.put(slot, again);
        }
    }

    private void compare(RocksDeadlines found, Random random) {
        String slot = slot(random);
        int most = 1 + random.nextInt(40);
        assertThat(found.get(slot)).isEqualTo(expected.get(slot));

        long settled = found.settle(clock, 1 + random.nextInt(10));
        long from = clock - random.nextInt(random.nextBoolean() ? 20 : 1_000);
        assertThat(settled).isLessThanOrEqualTo(clock);
        assertThat(found.due(from, settled, most)).isEqualTo(expected.due(from, settled, most));
        assertThat(found.next(clock)).isBetween(clock, expected.next(clock));
        if (random.nextInt(4) == 0) {
            assertThat(found.due(from, clock, most)).isEqualTo(expected.due(from, clock, most));
        }
        if (random.nextInt(200) == 0) {
            assertThat(found.due(from, clock + 300, SLOTS)).isEqualTo(expected.due(from, clock + 300, SLOTS));
        }
        if (random.nextInt(50) == 0) {
            String after = random.nextBoolean() ? "" : slot(random);
            assertThat(found.heldBy("i1", after, most)).isEqualTo(expected.heldBy("i1", after, most));
        }
    }

    private RocksDeadlines closed(RocksDeadlines found, RocksMemory memory) throws IOException {
        found.read(Map.of(TIMERS, (long) topic.size()));
        found.close();
        inStep(dir(lives));

        RocksDeadlines next = new RocksDeadlines(dir(lives), memory);
        assertThat(next.read(TIMERS)).as("nothing need be read again").isEqualTo(topic.size());
        return next;
    }

    /** What a kill at this moment leaves, and what the topic has since the offset in it. */
    private RocksDeadlines crashed(RocksDeadlines found, RocksMemory memory) throws IOException {
        Path before = dir(lives);
        arrive(found, new Record("t/only-in-memory/status", RocksDeadlinesTest.armed(7, 1, 0)));
        Path left = copied(before);
        found.close();

        inStep(left);
        Path other = Files.createDirectories(dirs.resolve("other-" + lives));
        RocksDeadlinesTest.copy(left, other);
        RocksDeadlines next = restored(left, memory);
        MemoryDeadlines there = new MemoryDeadlines();
        // Of another one, for then it has them all in order.
        try (RocksDeadlines all = restored(other, memory)) {
            for (Entry entry : all.due(0, Long.MAX_VALUE, 10 * SLOTS)) {
                Armed armed = all.get(entry.slot());
                assertThat(armed).as("what %s stands for", entry).isNotNull();
                assertThat(armed.index()).isEqualTo(entry.index());
                there.put(entry.slot(), armed);
            }
        }
        assertThat(there.all().keySet()).isEqualTo(expected.all().keySet());
        there.all().forEach((slot, armed) -> {
            assertThat(armed.record()).isEqualTo(expected.all().get(slot).record());
            assertThat(next.get(slot)).isEqualTo(armed);
        });
        // When to look again may be forgotten in a crash: the timer itself never is.
        expected = there;
        return next;
    }

    private RocksDeadlines restored(Path dir, RocksMemory memory) {
        RocksDeadlines next = new RocksDeadlines(dir, memory);
        Long offset = next.read(TIMERS);
        for (int i = offset == null ? 0 : offset.intValue(); i < topic.size(); i++) {
            apply(next, topic.get(i));
        }
        return next;
    }

    private void inStep(Path dir) {
        TimersOnDisk timers = new TimersOnDisk(dir);
        timers.areInStep();
        early += timers.early();
    }

    /** Files that are merged into one while they are copied are copied anew. */
    private Path copied(Path before) throws IOException {
        while (true) {
            Path left = life();
            try {
                RocksDeadlinesTest.copy(before, left);
                return left;
            } catch (NoSuchFileException e) {
                assertThat(lives).isLessThan(10_000);
            }
        }
    }

    private Path life() throws IOException {
        lives++;
        return Files.createDirectories(dir(lives));
    }

    private Path dir(int life) {
        return dirs.resolve("life-" + life);
    }

    private static String slot(Random random) {
        return "t/item-" + random.nextInt(SLOTS) + "/status";
    }

    /** Mostly soon, sometimes much later, and sometimes before what has been asked for. */
    private long index(Random random) {
        int far = random.nextInt(10);
        return clock + random.nextInt(far == 0 ? 5_000 : 200) - (far == 1 ? 300 : 0);
    }

    /** Every other timer is held by nobody. */
    private static int who(Random random) {
        return Math.max(0, random.nextInt(8) - 3);
    }
}

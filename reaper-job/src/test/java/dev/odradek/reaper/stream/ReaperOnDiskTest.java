package dev.odradek.reaper.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.odradek.reaper.deadline.MemoryDeadlines;
import dev.odradek.reaper.deadline.Reaper;
import dev.odradek.reaper.deadline.ReaperRules;
import dev.odradek.reaper.deadline.Terms;
import dev.odradek.topics.command.CommandRecord;
import dev.odradek.topics.command.ItemCommand.Expire;
import dev.odradek.topics.command.ItemCommand.Wake;
import dev.odradek.topics.event.Cause;
import dev.odradek.topics.event.Timer;
import dev.odradek.topics.event.TimerRecord;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("A reaper whose timers are on disk")
class ReaperOnDiskTest {
    private static final long T0 = 1_700_000_000_000L;
    private static final Map<TopicPartition, Long> COMMIT = Map.of(new TopicPartition("timers", 0), 1L);
    private static final int SLOTS = 600;

    @TempDir
    Path dir;

    private final RocksMemory memory = new RocksMemory(16 << 20);
    private final MemoryDeadlines inMemory = new MemoryDeadlines();
    private final List<String> expected = new ArrayList<>();
    private final List<String> sent = new ArrayList<>();
    private RocksDeadlines onDisk;
    private Reaper model;
    private Reaper reaper;
    private long now = T0;

    @AfterEach
    void close() {
        onDisk.close();
        memory.close();
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(ints = {1, 2, 3})
    @DisplayName("sends what one sends that has all of them in memory, when it does and in the same order")
    void sendsTheSame(int seed) {
        Random random = new Random(seed);
        int all = 0;
        open();
        for (int step = 0; step < 600; step++) {
            now += random.nextInt(20) == 0 ? 1_500 : random.nextInt(100);
            for (int change = random.nextInt(60); change > 0; change--) {
                change(random);
            }
            if (random.nextInt(3) == 0) {
                onDisk.read(COMMIT);
            }
            if (random.nextInt(150) == 0) {
                onDisk.close();
                open();
            }
            canary();
            assertThat(tick()).isTrue();

            assertThat(sent).isEqualTo(expected);
            all += sent.size();
            sent.clear();
            expected.clear();
        }
        assertThat(all).isGreaterThan(1_000);
    }

    @Test
    @DisplayName("finds what is due among many that were put off, a part of them in each tick")
    void amongMany() {
        open();
        for (int n = 0; n < 2_000; n++) {
            due("item-" + n, T0 + 5_000);
        }
        commits();
        for (int n = 0; n < 2_000; n++) {
            due("item-" + n, n == 1_234 ? T0 + 5_000 : T0 + 60_000);
        }
        commits();
        now += 6_000;
        canary();

        int ticks = 0;
        for (; ticks < 100 && sent.isEmpty(); ticks++) {
            int[] looks = {0};
            reaper.tick(nanos(), () -> ++looks[0] > 3, this::sent);
        }
        assertThat(ticks).as("ticks until it was found").isBetween(2, 10);
        reaper.tick(nanos(), () -> false, this::sent);
        assertThat(sent).containsExactly("t/item-1234/status");

        sent.clear();
        now += 55_000;
        canary();
        reaper.tick(nanos(), () -> false, this::sent);
        assertThat(sent).hasSize(2_000).doesNotHaveDuplicates();
    }

    private void open() {
        onDisk = new RocksDeadlines(dir, memory);
        reaper = new Reaper(onDisk, Terms.DEFAULT, new ReaperRules());
        model = new Reaper(inMemory, Terms.DEFAULT, new ReaperRules());
        reaper.takeOver();
        model.takeOver();
        canary();
    }

    private void change(Random random) {
        String item = "item-" + random.nextInt(SLOTS);
        int what = random.nextInt(20);
        if (what < 3) {
            reaper.clear(slot(item));
            model.clear(slot(item));
        } else if (what < 5) {
            lease(item, random.nextBoolean() ? "i" + random.nextInt(3) : null, random.nextInt(20_000));
        } else if (what < 8) {
            due(item, now + random.nextInt(500) - 100);
        } else {
            // As a redispatch: always as far away as the one before it was.
            due(item, now + 8_000);
        }
    }

    private void lease(String item, String incarnation, long duration) {
        CommandRecord expire = CommandRecord.of("t", "expire", item, new Expire(item, "status", 1));
        set(item, new Timer.LeaseTimer("w", incarnation, duration, expire));
    }

    private void due(String item, long at) {
        set(item, new Timer.DueTimer(at, CommandRecord.of("t", "wake", item, new Wake(item, "status", 1))));
    }

    private void set(String item, Timer timer) {
        TimerRecord record = new TimerRecord(1, "t", new Cause(0, 1, 0), timer);
        reaper.set(slot(item), record, now, nanos(), this::sent);
        model.set(slot(item), record, now, nanos(), (slot, sent, due) -> expected.add(slot));
    }

    private void commits() {
        for (int commit = 0; commit <= RocksDeadlines.KEPT; commit++) {
            onDisk.read(COMMIT);
        }
    }

    private void canary() {
        reaper.canary(now, nanos(), nanos());
        model.canary(now, nanos(), nanos());
    }

    private boolean tick() {
        long taken = reaper.tick(nanos(), () -> false, this::sent);
        return taken == model.tick(nanos(), () -> false, (slot, timer, due) -> expected.add(slot));
    }

    private void sent(String slot, TimerRecord timer, long due) {
        sent.add(slot);
    }

    private long nanos() {
        return (now - T0) * 1_000_000;
    }

    private static String slot(String item) {
        return "t/" + item + "/status";
    }
}
